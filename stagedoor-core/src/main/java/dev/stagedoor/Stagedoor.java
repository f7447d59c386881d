package dev.stagedoor;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.handler.BatchHandler;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.history.Retention;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.Windows;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.queue.Queues;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.schedule.Schedules;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * Jobs delivered at least once, effects once where one of the four techniques holds. Several may
 * live in one JVM. Thread-safe.
 */
public interface Stagedoor extends AutoCloseable {
  static Builder builder(DataSource database) {
    return new StagedoorBuilder(new JdbcTransactions(database, new TroubleLog(Ticker.SYSTEM)));
  }

  static Builder builder(Transactions transactions) {
    return new StagedoorBuilder(transactions);
  }

  Outbox outbox();

  /** Pauses and limits queues, of every process on this database. */
  Queues queues();

  /** Effects outside the database, and what people decide about those in doubt. */
  Effects effects();

  /** Lists, pauses and resumes recurring jobs, those of other processes too. */
  Schedules schedules();

  /**
   * Starts relay, workers and scheduler. Succeeds while PostgreSQL or Redis is away, says so once,
   * and goes on trying; a wrong setting that is seen is refused.
   *
   * @throws ConfigurationFault naming every wrong setting and its mend
   */
  Stagedoor start();

  /**
   * How this process does its part, from what it has seen: asks nobody, and answers at once. Says
   * nothing of other processes, nor of jobs that wait.
   */
  Health health();

  /** Stops reading, drains with heartbeats, stores outcomes, settles, hands back the rest. */
  @Override
  void close();

  /** Immutable values in, one checked Stagedoor out. Not thread-safe. */
  interface Builder {
    Builder stream(JobStream stream);

    <P> Builder handle(JobType<P> type, JobHandler<P> handler);

    <P> Builder handle(JobType<P> type, JobHandler<P> handler, UnaryOperator<Handling> options);

    <P> Builder handleOnce(JobType<P> type, OnceHandler<P> handler);

    <P> Builder handleOnce(
        JobType<P> type, OnceHandler<P> handler, UnaryOperator<Handling> options);

    /** Up to so many jobs that wait in one call; 1 to 10,000. */
    <P> Builder handleBatch(JobType<P> type, int atMost, BatchHandler<P> handler);

    <P> Builder handleBatch(
        JobType<P> type, int atMost, BatchHandler<P> handler, UnaryOperator<Handling> options);

    Builder lookup(EffectType type, Lookup lookup);

    /** One job for each tick of a schedule, in a process with the role {@code SCHEDULER}. */
    Builder recurring(Recurring<?> schedule);

    Builder roles(Role... roles);

    Builder windows(Windows windows);

    /** Runs at once a queue in this process; 8 unless said. */
    Builder concurrency(int runs);

    Builder listener(JobListener listener);

    /** How long what has ended is kept; {@link Retention#STANDARD} unless said. */
    Builder retention(Retention retention);

    /**
     * How payloads are written and read; as JSON, by Jackson, unless said. With another, Jackson
     * need not be on the class path.
     */
    Builder codec(PayloadCodec codec);

    /** Whether {@code start} migrates the schema; true unless said. */
    Builder migrate(boolean migrate);

    /** Go on where Redis may evict keys: with a warning, and never quite up in {@link #health}. */
    Builder acceptEviction(boolean accept);

    /**
     * @throws ConfigurationFault naming every fault and its mend
     */
    Stagedoor build();
  }
}
