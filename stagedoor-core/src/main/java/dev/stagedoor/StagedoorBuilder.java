package dev.stagedoor;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.handler.BatchHandler;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.history.Retention;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.Windows;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.tx.Transactions;
import dev.stagedoor.worker.Registered;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Collects, then checks once; what it builds shares nothing with it. */
final class StagedoorBuilder implements Stagedoor.Builder {
  private final Transactions transactions;
  private final List<Handler<?>> handlers = new ArrayList<>();
  private final Map<EffectType, Lookup> lookups = new HashMap<>();
  private final List<Recurring<?>> schedules = new ArrayList<>();
  private final List<JobListener> listeners = new ArrayList<>();
  private @Nullable JobStream stream;
  private Set<Role> roles = EnumSet.allOf(Role.class);
  private Windows windows = Windows.STANDARD;
  private Retention retention = Retention.STANDARD;
  private int concurrency = 8;
  private @Nullable PayloadCodec codec;
  private boolean migrate = true;
  private boolean acceptEviction;

  StagedoorBuilder(Transactions transactions) {
    this.transactions = Objects.requireNonNull(transactions, "transactions");
  }

  /** A handler before the windows are known. */
  private record Handler<P>(JobType<P> type, Registered.Calls<P> calls, Handling options) {
    Registered<P> with(Windows windows) {
      return options.register(type, calls, windows);
    }
  }

  @Override
  public Stagedoor.Builder stream(JobStream stream) {
    this.stream = stream;
    return this;
  }

  @Override
  public <P> Stagedoor.Builder handle(JobType<P> type, JobHandler<P> handler) {
    return handle(type, handler, UnaryOperator.identity());
  }

  @Override
  public <P> Stagedoor.Builder handle(
      JobType<P> type, JobHandler<P> handler, UnaryOperator<Handling> options) {
    handlers.add(
        new Handler<>(type, new Registered.Plain<>(handler), options.apply(Handling.standard())));
    return this;
  }

  @Override
  public <P> Stagedoor.Builder handleOnce(JobType<P> type, OnceHandler<P> handler) {
    return handleOnce(type, handler, UnaryOperator.identity());
  }

  @Override
  public <P> Stagedoor.Builder handleOnce(
      JobType<P> type, OnceHandler<P> handler, UnaryOperator<Handling> options) {
    handlers.add(
        new Handler<>(type, new Registered.Once<>(handler), options.apply(Handling.standard())));
    return this;
  }

  @Override
  public <P> Stagedoor.Builder handleBatch(JobType<P> type, int atMost, BatchHandler<P> handler) {
    return handleBatch(type, atMost, handler, UnaryOperator.identity());
  }

  @Override
  public <P> Stagedoor.Builder handleBatch(
      JobType<P> type, int atMost, BatchHandler<P> handler, UnaryOperator<Handling> options) {
    handlers.add(
        new Handler<>(
            type, new Registered.Batch<>(handler, atMost), options.apply(Handling.standard())));
    return this;
  }

  @Override
  public Stagedoor.Builder lookup(EffectType type, Lookup lookup) {
    lookups.put(type, lookup);
    return this;
  }

  @Override
  public Stagedoor.Builder recurring(Recurring<?> schedule) {
    schedules.add(schedule);
    return this;
  }

  @Override
  public Stagedoor.Builder roles(Role... roles) {
    this.roles = roles.length == 0 ? Set.of() : EnumSet.of(roles[0], roles);
    return this;
  }

  @Override
  public Stagedoor.Builder windows(Windows windows) {
    this.windows = windows;
    return this;
  }

  @Override
  public Stagedoor.Builder concurrency(int runs) {
    this.concurrency = runs;
    return this;
  }

  @Override
  public Stagedoor.Builder listener(JobListener listener) {
    listeners.add(listener);
    return this;
  }

  @Override
  public Stagedoor.Builder retention(Retention retention) {
    this.retention = retention;
    return this;
  }

  @Override
  public Stagedoor.Builder codec(PayloadCodec codec) {
    this.codec = codec;
    return this;
  }

  @Override
  public Stagedoor.Builder migrate(boolean migrate) {
    this.migrate = migrate;
    return this;
  }

  @Override
  public Stagedoor.Builder acceptEviction(boolean accept) {
    this.acceptEviction = accept;
    return this;
  }

  @Override
  public Stagedoor build() {
    List<Registered<?>> registered = new ArrayList<>();
    handlers.forEach(handler -> registered.add(handler.with(windows)));
    Configuration configuration =
        new Configuration(
            transactions,
            stream,
            List.copyOf(registered),
            Map.copyOf(lookups),
            List.copyOf(schedules),
            Set.copyOf(roles),
            windows,
            retention,
            concurrency,
            List.copyOf(listeners),
            codec == null ? JacksonCodec.STANDARD : codec, // not loaded where it is not used
            migrate,
            acceptEviction);
    List<String> faults = configuration.faults();
    if (!faults.isEmpty()) {
      throw new ConfigurationFault(faults);
    }
    return new RunningStagedoor(configuration, Objects.requireNonNull(stream));
  }
}
