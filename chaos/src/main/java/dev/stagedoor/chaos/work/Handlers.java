package dev.stagedoor.chaos.work;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.handler.JobBatch;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.DeadLetter;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.tx.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The handlers, right ones: each effect by the technique that suits it. */
public final class Handlers {
  static final String SENT = "chaos_sent";
  private static final int AT_MOST = 20;

  private final ProviderClient provider;
  private final EffectType sent;
  private final Duration patience;
  private final CutOff cutOff;

  /**
   * @param keysLive how long the provider keeps keys
   * @param patience a run that was held up for longer than this fails, as a handler does whose
   *     connections have timed out meanwhile
   * @param cutOff asked at the end of each run's work
   */
  public Handlers(ProviderClient provider, Duration keysLive, Duration patience, CutOff cutOff) {
    this.provider = provider;
    this.sent = EffectType.of(SENT).keyPrefix("chaos").providerKeepsKeys(keysLive);
    this.patience = patience;
    this.cutOff = cutOff;
  }

  /** Whether this process has lost its stream, so that its jobs are with others. */
  @FunctionalInterface
  public interface CutOff {
    /** Waits until they surely are. */
    boolean awaited() throws InterruptedException;
  }

  /** Registers all of them. */
  public Stagedoor.Builder register(Stagedoor.Builder builder) {
    return registerRest(builder.handleOnce(Kind.COUNT.type(), this::count));
  }

  /** Registers all of them, with this handler of {@link Kind#COUNT}. */
  public Stagedoor.Builder register(Stagedoor.Builder builder, JobHandler<Task> count) {
    return registerRest(builder.handle(Kind.COUNT.type(), count));
  }

  /** Registers two of them: the other types are not known here. */
  public Stagedoor.Builder registerSome(Stagedoor.Builder builder) {
    return builder
        .handleOnce(Kind.COUNT.type(), this::count)
        .handle(Kind.SEND.type(), this::send, how -> how.effects(sent));
  }

  private Stagedoor.Builder registerRest(Stagedoor.Builder builder) {
    return builder
        .handle(Kind.SEND.type(), this::send, how -> how.effects(sent))
        .handle(Kind.CHANGE.type(), this::change)
        .handleOnce(Kind.CHILD, Handlers::child)
        .handle(Kind.MIXED.type(), this::mixed, how -> how.effects(sent))
        .handleBatch(Kind.BATCH.type(), AT_MOST, this::batch);
  }

  private void count(JobRun<Task> run, Tx tx) throws Exception {
    work(run);
    effect(run, tx, "count");
  }

  private void send(JobRun<Task> run) throws Exception {
    work(run);
    run.effect(sent, run.payload().n())
        .perform(key -> provider.send(key.value(), run.payload().n()));
  }

  private void change(JobRun<Task> run) throws Exception {
    work(run);
    run.<SQLException>transaction(
        tx -> {
          if (tx.changed(WorkSql.CHANGE, run.payload().n())) {
            effect(run, tx, "change");
            tx.enqueue(Kind.CHILD, run.payload());
          }
        });
  }

  private static void child(JobRun<Task> run, Tx tx) throws Exception {
    effect(run, tx, "child");
  }

  private void mixed(JobRun<Task> run) throws Exception {
    run.<SQLException>once("first", tx -> effect(run, tx, "first"));
    send(run);
    run.<SQLException>once("last", tx -> effect(run, tx, "last"));
  }

  private void batch(JobBatch<Task> batch) throws Exception {
    work(batch.runs().get(0));
    batch.<SQLException>once((tx, fresh) -> all(tx, fresh));
  }

  private static void all(Tx tx, List<JobRun<Task>> fresh) throws SQLException {
    for (JobRun<Task> run : fresh) {
      effect(run, tx, "batch");
    }
  }

  private static void effect(JobRun<Task> run, Tx tx, String what) throws SQLException {
    tx.update(WorkSql.EFFECT, run.payload().n(), what, run.jobId().value());
  }

  private void work(JobRun<Task> run) throws InterruptedException {
    long begun = Ticker.SYSTEM.nanos();
    TimeUnit.MILLISECONDS.sleep(run.payload().millis());
    long late =
        Ticker.SYSTEM.nanos() - begun - TimeUnit.MILLISECONDS.toNanos(run.payload().millis());
    if (cutOff.awaited()) {
      throw DeadLetter.because("this process is cut off: nothing can come of this run");
    }
    if (late > patience.toNanos()) {
      throw new IllegalStateException("held up for " + Duration.ofNanos(late));
    }
  }
}
