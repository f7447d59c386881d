package dev.stagedoor.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.Role;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.job.Windows;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many jobs: what they leave in Redis, and how much of it they take meanwhile. */
class BacklogTest {
  /** So many published jobs a queue a relay keeps. */
  private static final long AHEAD = 2_000;

  private final RedisServer server = RedisServer.start();
  private final Theatre theatre = new Theatre(server);

  @AfterEach
  void close() {
    theatre.close();
    server.close();
  }

  @Test
  void C30_manyJobsLeaveNothingPendingAndNothingStored() throws Exception {
    theatre.start(b -> b.handle(Theatre.WORK, run -> {}));
    theatre.enqueue("job", 2_000);

    theatre.awaitAllComplete();
    theatre.awaitEmptyStream();
    assertThat(
            theatre.number(
                "SELECT count(*) FROM stagedoor.processed_jobs WHERE outcome = 'completed'"))
        .isEqualTo(2_000);
  }

  @Test
  void C32_theStreamNeverHoldsMoreThanWasAllowedAheadAndNothingIsLost() throws Exception {
    AtomicLong longest = new AtomicLong();
    theatre.enqueue("job", 8_000);
    theatre.relay();
    Theatre.await("as many as may be", () -> theatre.marked() >= AHEAD);
    theatre.number("SELECT 1 FROM pg_sleep(1)"); // in which a relay looks everywhere
    assertThat(theatre.depth()).isEqualTo(AHEAD);
    theatre.start(
        b ->
            b.roles(Role.WORKER)
                .windows(Windows.STANDARD)
                .handleBatch(Theatre.WORK, 500, batch -> {}));
    Theatre.await(
        "all complete",
        60,
        () -> {
          longest.accumulateAndGet(theatre.depth(), Math::max);
          return theatre.rows() == 0;
        });

    theatre.awaitEmptyStream();
    assertThat(longest.get()).isBetween(1L, AHEAD);
    assertThat(
            theatre.number(
                "SELECT count(*) FROM stagedoor.processed_jobs WHERE outcome = 'completed'"))
        .isEqualTo(8_000);
    assertThat(theatre.number("SELECT count(*) FROM stagedoor.job_runs"))
        .as("second runs")
        .isZero();
  }
}
