package dev.stagedoor.testkit;

import dev.stagedoor.Handling;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.Windows;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.ClientFaults;
import dev.stagedoor.testkit.world.Given;
import dev.stagedoor.testkit.world.PerRun;
import dev.stagedoor.testkit.world.Work;
import dev.stagedoor.testkit.world.World;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/** Skeleton: signatures to write handlers against. */
public final class SecondRun<P> {
  private SecondRun() {}

  public static <P> SecondRun<P> of(JobType<P> type, P payload) {
    throw new UnsupportedOperationException();
  }

  /** A handler of any other queue. */
  public static SecondRun<Void> of(PerRun<Work> perRun) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> handler(PerRun<JobHandler<P>> perRun) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> handler(PerRun<JobHandler<P>> perRun, UnaryOperator<Handling> options) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> onceHandler(PerRun<OnceHandler<P>> perRun) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> lookup(EffectType type, PerRun<Lookup> lookup) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> windows(Windows windows) {
    throw new UnsupportedOperationException();
  }

  /** Default: an embedded PostgreSQL, a database of its own. */
  public SecondRun<P> on(DataSource database) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> given(Given rows) {
    throw new UnsupportedOperationException();
  }

  /** The same, as SQL: one or more statements. */
  public SecondRun<P> given(String sql) {
    throw new UnsupportedOperationException();
  }

  public <C> SecondRun<P> client(Class<C> type, Supplier<? extends C> model) {
    throw new UnsupportedOperationException();
  }

  public <C> SecondRun<P> client(Class<C> type, Supplier<? extends C> model, ClientFaults faults) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> exactlyOnce(String effect, ToLongFunction<World> count) {
    throw new UnsupportedOperationException();
  }

  /** Rows that the query returns. */
  public SecondRun<P> exactlyOnceRows(String effect, String sql) {
    throw new UnsupportedOperationException();
  }

  /** A counter: the query's one value grows by {@code by}, and only one run writes it. */
  public SecondRun<P> exactlyOnceValue(String effect, long by, String sql) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> keyStable(Class<?> client) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> eventually(String state, Predicate<World> reached) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> allow(Verdict verdict, String why) {
    throw new UnsupportedOperationException();
  }

  /** Interleavings to run at most. */
  public SecondRun<P> atMost(int interleavings) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> clockJumps(Duration... jumps) {
    throw new UnsupportedOperationException();
  }

  public SecondRun<P> seed(long seed) {
    throw new UnsupportedOperationException();
  }

  /** As {@link #verify}, with a result instead of a failing test. */
  public Exploration explore() {
    throw new UnsupportedOperationException();
  }

  public void verify() {
    throw new UnsupportedOperationException();
  }
}
