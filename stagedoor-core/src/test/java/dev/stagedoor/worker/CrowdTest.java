package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.job.Windows;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.ForwardingStream;
import dev.stagedoor.stream.LocalStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Very many runs at once, on virtual threads that have next to nothing to run on. */
final class CrowdTest {
  private static final int JOBS = 1_000;

  /** Reclaim 1.5 s, heartbeat 375 ms, no sweep. */
  private static final Windows WINDOWS =
      Windows.STANDARD
          .dividedBy(40)
          .withHandlerTimeout(Duration.ofSeconds(60))
          .withSweep(Duration.ofHours(1));

  /** Knows the longest time between two heartbeats while something was held. */
  private static final class Beats extends ForwardingStream {
    private final AtomicLong longest = new AtomicLong();
    private final AtomicLong last = new AtomicLong();
    private final CountDownLatch four = new CountDownLatch(4);

    Beats() {
      super(LocalStream.inThisProcess());
    }

    @Override
    public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
      long now = System.nanoTime();
      long before = last.getAndSet(now);
      if (before != 0) {
        longest.accumulateAndGet(now - before, Math::max);
      }
      four.countDown();
      return super.extend(queue, consumer, entries);
    }
  }

  /** Runs what is in the outbox, all of it at once; then tells how that went, and ends. */
  public static final class Crowd {
    public static void main(String[] args) throws Exception {
      PGSimpleDataSource database = ChildJvm.database(args);
      CountDownLatch begun = new CountDownLatch(JOBS);
      CountDownLatch done = new CountDownLatch(JOBS);
      AtomicLong virtual = new AtomicLong();
      Beats beats = new Beats();
      try (HikariDataSource pool = pool(database);
          Stagedoor stagedoor =
              Stagedoor.builder(pool).stream(beats)
                  .windows(WINDOWS)
                  .concurrency(JOBS)
                  .handle(
                      Stage.WORK,
                      run -> {
                        virtual.addAndGet(
                            Thread.currentThread().getClass().getName().contains("Virtual")
                                ? 1
                                : 0);
                        begun.countDown();
                        begun.await();
                        beats.four.await();
                        run.once(
                            "count",
                            tx ->
                                tx.update(
                                    "INSERT INTO counter VALUES (?, 1)"
                                        + " ON CONFLICT (name) DO UPDATE SET n = counter.n + 1",
                                    run.payload().text()));
                        done.countDown();
                      })
                  .build()
                  .start()) {
        boolean inTime = done.await(30, TimeUnit.SECONDS);
        tell(pool, "in time", inTime ? 1 : 0);
        tell(pool, "on virtual threads", virtual.get());
        tell(pool, "longest beat", TimeUnit.NANOSECONDS.toMillis(beats.longest.get()));
        assertThat(stagedoor).isNotNull();
      }
    }

    private static void tell(HikariDataSource pool, String what, long n) throws Exception {
      try (var connection = pool.getConnection();
          var insert = connection.prepareStatement("INSERT INTO counter VALUES (?, ?)")) {
        insert.setString(1, what);
        insert.setLong(2, n);
        insert.executeUpdate();
      }
    }

    private static HikariDataSource pool(PGSimpleDataSource database) {
      HikariConfig config = new HikariConfig();
      config.setDataSource(database);
      config.setMaximumPoolSize(20);
      return new HikariDataSource(config);
    }
  }

  @Test
  void C67_aThousandRunsAtOnceOnTwoCarriersPinNothing() throws Exception {
    assumeTrue(Runtime.version().feature() >= 24, "on older JVMs a synchronized block pins");
    try (Stage stage = new Stage()) {
      stage.enqueueMany(JOBS);
      Process process =
          ChildJvm.start(
              List.of(
                  "-Djdk.virtualThreadScheduler.parallelism=2",
                  "-Djdk.virtualThreadScheduler.maxPoolSize=2"),
              Crowd.class,
              stage.database.unwrap(PGSimpleDataSource.class));
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();

      assertThat(stage.counter("in time")).isEqualTo(1);
      assertThat(stage.counter("on virtual threads")).isEqualTo(JOBS);
      assertThat(stage.counter("longest beat"))
          .isLessThan(WINDOWS.heartbeat().plus(WINDOWS.reclaim().dividedBy(2)).toMillis());
      assertThat(stage.number("SELECT count(*) FROM counter WHERE name ~ '^job-' AND n = 1"))
          .isEqualTo(JOBS);
      assertThat(stage.number("SELECT count(*) FROM stagedoor.outbox")).isZero();
    }
  }
}
