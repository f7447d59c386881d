package dev.stagedoor.testkit;

import dev.stagedoor.Handling;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.handler.BatchHandler;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.Windows;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.testkit.EnqueuedJobs.Job;
import dev.stagedoor.testkit.world.DatabaseClock;
import dev.stagedoor.testkit.world.LentConnections;
import dev.stagedoor.testkit.world.ReusedConnections;
import dev.stagedoor.worker.Registered;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * A Stagedoor for tests of code that enqueues jobs, and of handlers: the real outbox on a real
 * PostgreSQL, the real relay and worker stepped on the test's thread, time that moves when told.
 * Tests get it as a parameter, see {@link StagedoorTest}.
 *
 * <p>A job runs here as in production, once for each {@link #runDue} that finds it due, until it is
 * completed. Second runs, crashes and orders of two workers are what {@link SecondRun} is for.
 *
 * <p>The handlers' windows are the standard ones. {@link #dataSource}, {@link #outbox}, {@link
 * #clock} and the questions about the outbox may be used by any thread; the rest belongs to the
 * test's own.
 */
public final class TestStagedoor {
  private final DataSource database;
  private final DatabaseClock clock;
  private final TestSchema schema;
  private final ReusedConnections reused;
  private final LentConnections lent;
  private final EnqueuedJobs enqueued;
  private volatile OneTest test;

  /**
   * @param own a given one may be a small pool, of which the kit must keep nothing
   */
  private TestStagedoor(DataSource given, boolean own) throws SQLException {
    schema = TestSchema.in(given, own);
    clock = DatabaseClock.in(given);
    reused = new ReusedConnections(given);
    database = clock.over(own ? reused.asDataSource() : given);
    lent = new LentConnections(clock.over(given));
    enqueued = new EnqueuedJobs(database);
    test = new OneTest(new DueJobs(database, clock));
  }

  /** What lasts for one test. */
  private static final class OneTest {
    private final DueJobs jobs;
    private final List<Registered<?>> handlers = new ArrayList<>();
    private final List<Consumer<Stagedoor.Builder>> checks = new ArrayList<>();
    private final Map<EffectType, Lookup> lookups = new HashMap<>();
    private Audit audit = Audit.STANDARD;

    private OneTest(DueJobs jobs) {
      this.jobs = jobs;
    }
  }

  /** In a database of its own on the PostgreSQL that all tests of this JVM share. */
  static TestStagedoor embedded() throws SQLException {
    return new TestStagedoor(TestServers.freshDatabase(), true);
  }

  /** In this database. */
  static TestStagedoor in(DataSource database) throws SQLException {
    return new TestStagedoor(database, false);
  }

  /** Empty tables. */
  void begin(Audit audit) throws SQLException {
    schema.empty();
    test.audit = audit;
  }

  /**
   * Forgets all of the test, after the audit.
   *
   * @param passed what failed is not looked at
   */
  void end(boolean passed) throws SQLException {
    OneTest ended = test;
    try {
      if (passed) {
        DueJobs jobs = ended.jobs;
        new EndOfTest(database, jobs.stream(), jobs.log(), lent).audit(ended.audit);
      }
    } finally {
      clock.reset();
      ended.jobs.stream().close();
      test = new OneTest(new DueJobs(database, clock));
      lent.closeAll();
    }
  }

  /** Takes everything out of a database that stays. */
  void close() throws SQLException {
    reused.close();
    clock.restore();
  }

  /**
   * The database for the code under test: its SQL sees the time as {@link #advance} has moved it,
   * and a connection that is not closed when the test ends fails it. Not pooled unless the given
   * one is; may be given to a pool.
   */
  public DataSource dataSource() {
    return lent.asDataSource();
  }

  /** Enqueues; only what is committed is seen by the other methods. */
  public Outbox outbox() {
    return test.jobs.outbox();
  }

  /** The time as {@link #advance} has moved it: for a provider's model, say. */
  public InstantSource clock() {
    return clock.instants();
  }

  /** As {@link #handle(JobType, JobHandler, UnaryOperator)}, with the standard options. */
  public <P> TestStagedoor handle(JobType<P> type, JobHandler<P> handler) {
    return handle(type, handler, UnaryOperator.identity());
  }

  /**
   * What {@link #runDue} calls for jobs of this type, until the test ends.
   *
   * @throws dev.stagedoor.ConfigurationFault as {@code Stagedoor.Builder.build} would throw it
   */
  public <P> TestStagedoor handle(
      JobType<P> type, JobHandler<P> handler, UnaryOperator<Handling> options) {
    Handling handling = options.apply(Handling.standard());
    requireSafe(builder -> builder.handle(type, handler, h -> handling));
    return add(type, new Registered.Plain<>(handler), handling);
  }

  /** As {@link #handle(JobType, JobHandler)}, for a handler in one transaction. */
  public <P> TestStagedoor handleOnce(JobType<P> type, OnceHandler<P> handler) {
    return handleOnce(type, handler, UnaryOperator.identity());
  }

  /** As {@link #handle(JobType, JobHandler, UnaryOperator)}, for a handler in one transaction. */
  public <P> TestStagedoor handleOnce(
      JobType<P> type, OnceHandler<P> handler, UnaryOperator<Handling> options) {
    Handling handling = options.apply(Handling.standard());
    requireSafe(builder -> builder.handleOnce(type, handler, h -> handling));
    return add(type, new Registered.Once<>(handler), handling);
  }

  /** For a handler of batches; {@link #runDue} hands it one job at a time. */
  public <P> TestStagedoor handleBatch(JobType<P> type, int atMost, BatchHandler<P> handler) {
    requireSafe(builder -> builder.handleBatch(type, atMost, handler));
    return add(type, new Registered.Batch<>(handler, atMost), Handling.standard());
  }

  /** Asks the provider about an effect whose outcome is unknown; after a handler declares it. */
  public TestStagedoor lookup(EffectType type, Lookup lookup) {
    requireSafe(builder -> builder.lookup(type, lookup));
    test.lookups.put(type, lookup);
    return this;
  }

  private <P> TestStagedoor add(JobType<P> type, Registered.Calls<P> calls, Handling handling) {
    test.handlers.add(handling.register(type, calls, Windows.STANDARD));
    return this;
  }

  /** What production would refuse is refused here, with the same words. */
  private void requireSafe(Consumer<Stagedoor.Builder> more) {
    Stagedoor.Builder builder = Stagedoor.builder(database).stream(test.jobs.stream());
    test.checks.forEach(check -> check.accept(builder));
    more.accept(builder);
    builder.build();
    test.checks.add(more);
  }

  /**
   * Runs what is due, and what becomes due by that, on this thread until nothing is; a job that is
   * due later, such as one that failed, waits for {@link #advance}. A failure is logged with its
   * stack, at info.
   *
   * @return what ran, in order; look at it, or at what the jobs should have done: a failed job
   *     throws nothing here
   * @throws AssertionError if relay or worker met an error of their own, or if there is no end
   * @throws Exception an error of the database, or an interrupt
   */
  public List<Ran> runDue() throws Exception {
    return test.jobs.run(List.copyOf(test.handlers), test.lookups, DueJobs.MOST_RUNS);
  }

  /**
   * Lets time pass for the database, for {@link #clock}, for claims and for retries. See {@link
   * DatabaseClock} for what it does not reach.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public void advance(Duration by) {
    clock.advance(by);
  }

  /** What the audit looks for at the end of this test, whatever the annotation says. */
  public void audit(Audit audit) {
    test.audit = audit;
  }

  /**
   * A job of this type is in the outbox: committed, and waiting, due, published, parked or dead.
   *
   * @throws AssertionError if not, showing what is
   */
  public void assertEnqueued(JobType<?> type) throws SQLException {
    require(enqueued.any(job -> job.isOf(type)), "no job \"" + type.name() + "\" is enqueued");
  }

  /** As {@link #assertEnqueued(JobType)}, with a payload that equals this one. */
  public <P> void assertEnqueued(JobType<P> type, P payload) throws SQLException {
    require(
        enqueued.any(job -> job.carries(type, payload)),
        "no job \"" + type.name() + "\" with " + payload + " is enqueued");
  }

  /**
   * No job of this type is in the outbox now; one that was completed is not.
   *
   * @throws AssertionError if there is one, showing all
   */
  public void assertNotEnqueued(JobType<?> type) throws SQLException {
    require(!enqueued.any(job -> job.isOf(type)), "a job \"" + type.name() + "\" is enqueued");
  }

  /**
   * As {@link #assertEnqueued(JobType)}, for code that enqueues on other threads: returns as soon
   * as there is one.
   *
   * @throws AssertionError if there is none within the limit
   */
  public void awaitEnqueued(JobType<?> type, Duration limit) throws SQLException {
    awaitEnqueued(job -> job.isOf(type), "no job \"" + type.name() + "\"", limit);
  }

  /** As {@link #awaitEnqueued(JobType, Duration)}, with a payload that equals this one. */
  public <P> void awaitEnqueued(JobType<P> type, P payload, Duration limit) throws SQLException {
    awaitEnqueued(
        job -> job.carries(type, payload), "no job \"" + type.name() + "\" with " + payload, limit);
  }

  private void awaitEnqueued(Predicate<Job> wanted, String missing, Duration limit)
      throws SQLException {
    require(enqueued.anyWithin(wanted, limit), missing + " was enqueued within " + limit);
  }

  /**
   * No job of this type is enqueued as long as this, which the test waits for in full.
   *
   * @throws AssertionError as soon as there is one
   */
  public void staysUnenqueued(JobType<?> type, Duration time) throws SQLException {
    require(
        !enqueued.anyWithin(job -> job.isOf(type), time),
        "a job \"" + type.name() + "\" was enqueued within " + time);
  }

  private void require(boolean holds, String message) throws SQLException {
    if (!holds) {
      throw new AssertionError(message + "; " + enqueued.shown() + uncommitted());
    }
  }

  private String uncommitted() {
    int open = lent.open().size();
    return open == 0
        ? ""
        : "\n("
            + open
            + " connections of dataSource() are open: what is not committed is not seen)";
  }
}
