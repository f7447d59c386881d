package dev.stagedoor.redis;

import static dev.stagedoor.redis.Mail.QUEUE;
import static dev.stagedoor.redis.Mail.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamUnavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server stops, starts, freezes; streams open and close. */
class RedisAwayTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final RedisServer server = RedisServer.start(RedisOptions.inMemory().appendOnly());
  private final RedisStream stream = RedisStream.at(server.redisUrl());

  @AfterEach
  void stop() {
    stream.close();
    server.close();
  }

  @Test
  void whileRedisIsAwayEveryCallFailsAtOnceAndTheFirstOneAfterwardsWorks() {
    await(() -> answers(() -> publish(stream, 1)));
    server.stop();

    long begun = System.nanoTime();
    for (int n = 1; n <= 10; n++) {
      assertThatThrownBy(() -> publish(stream, 1)).isInstanceOf(StreamUnavailable.class);
      assertThatThrownBy(() -> stream.read(QUEUE, "a", 1, JobStream.LONGEST_BLOCK))
          .isInstanceOf(StreamUnavailable.class);
      assertThatThrownBy(stream::unfit).isInstanceOf(StreamUnavailable.class);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .as("30 calls, none of which waits for a server that refuses connections")
        .isLessThan(Duration.ofSeconds(5));

    server.startAgain();
    begun = System.nanoTime();
    await(() -> answers(() -> publish(stream, 1)));
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void C42_readersGoOnAfterEveryRestart() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<EntryId> seen = new ArrayList<>();
    CompletableFuture<Void> reader =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                collect(seen);
              }
            });
    for (int restart = 1; restart <= 3; restart++) {
      List<EntryId> published = new ArrayList<>();
      await(() -> answers(() -> published.addAll(publish(stream, 1))));
      await(() -> has(seen, published));
      if (restart < 3) {
        server.restart(restart == 1);
      }
    }
    over.set(true);
    reader.get(10, TimeUnit.SECONDS);
  }

  private void collect(List<EntryId> seen) {
    try {
      List<Delivery> deliveries = stream.read(QUEUE, "a", 10, Duration.ofMillis(200));
      synchronized (seen) {
        deliveries.forEach(delivery -> seen.add(delivery.entryId()));
      }
    } catch (StreamUnavailable expectedWhileAway) {
      Thread.onSpinWait();
    }
  }

  private static boolean has(List<EntryId> seen, List<EntryId> published) {
    synchronized (seen) {
      return seen.containsAll(published);
    }
  }

  @Test
  void aRestartIsSuspectThoughEveryEntryIsThere() {
    List<EntryId> published = new ArrayList<>();
    await(() -> answers(() -> published.addAll(publish(stream, 1))));
    stream.beginEpoch(1);
    assertThat(stream.suspectLoss(1, Map.of(QUEUE, published.get(0)))).isEmpty();

    server.restart(true);

    await(() -> answers(() -> stream.depth(QUEUE)));
    assertThat(stream.suspectLoss(1, Map.of())).get().asString().contains("run_id");
    assertThat(stream.alive(QUEUE, published)).isEqualTo(Set.copyOf(published));
    stream.beginEpoch(2);
    assertThat(stream.suspectLoss(2, Map.of(QUEUE, published.get(0)))).isEmpty();
  }

  @Test
  void aFrozenServerIsGivenUpInTimeAndUsedAgainWhenItGoesOn() throws Exception {
    await(() -> answers(() -> publish(stream, 1)));
    await(() -> answers(() -> stream.read(QUEUE, "a", 1, Duration.ZERO)));
    signal("-STOP");
    long begun = System.nanoTime();
    try {
      assertThatThrownBy(() -> publish(stream, 1))
          .isInstanceOf(StreamUnavailable.class)
          .hasMessageContaining("500 ms");
      assertThatThrownBy(() -> publish(stream, 1)).isInstanceOf(StreamUnavailable.class);
      assertThatThrownBy(() -> stream.read(QUEUE, "a", 1, Duration.ZERO))
          .as("by our time-out, after which the connection is not used again")
          .isInstanceOf(Deadline.NoAnswer.class);
    } finally {
      signal("-CONT");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(8));
    await(() -> answers(() -> publish(stream, 1)));
    await(() -> answers(() -> stream.read(QUEUE, "a", 1, Duration.ZERO)));
  }

  private void signal(String name) throws Exception {
    String pid = Long.toString(server.process().pid());
    assertThat(new ProcessBuilder("kill", name, pid).start().waitFor()).isZero();
  }

  @Test
  void openingAndClosingLeavesNoThreadBehind() {
    long before = threads();
    for (int n = 1; n <= 20; n++) {
      try (RedisStream opened = RedisStream.at(server.redisUrl())) {
        await(() -> answers(() -> opened.read(QUEUE, "a", 1, Duration.ZERO)));
        publish(opened, 1);
      }
    }
    await(() -> threads() <= before);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("lettuce"))
        .count();
  }

  @Test
  void aStreamThatWasNeverUsedAsksNobody() {
    try (RedisStream nowhere = RedisStream.at("redis://127.0.0.1:1")) {
      assertThat(nowhere.name()).isEqualTo("redis:main");
      await(() -> complaint(nowhere::unfit).contains("refused"));
    }
  }

  private static boolean answers(Runnable call) {
    try {
      call.run();
      return true;
    } catch (StreamUnavailable e) {
      return false;
    }
  }

  private static String complaint(Runnable call) {
    try {
      call.run();
      return "";
    } catch (StreamUnavailable e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static void await(BooleanSupplier reached) {
    long limit = System.nanoTime() + LIMIT.toNanos();
    while (!reached.getAsBoolean()) {
      assertThat(System.nanoTime()).as("not reached within %s", LIMIT).isLessThan(limit);
      Thread.onSpinWait();
    }
  }
}
