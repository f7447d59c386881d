package dev.stagedoor.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Windows;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Losses that nothing points at: only the sweep is left to find them. */
class SweepTest {
  private static RelayWorld world;
  private final TrialStream stream = new TrialStream();
  private final AtomicInteger asked = new AtomicInteger();

  @BeforeAll
  static void open() {
    world = RelayWorld.open();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    world.empty();
    stream.unsuspecting = true;
    stream.beforeAlive = asked::incrementAndGet;
  }

  private Relay relay() {
    return world.relay(stream, RelayWorld.PATIENT, Windows.STANDARD);
  }

  private int sweep(Relay relay) throws Exception {
    world.ticker.pass(Windows.STANDARD.sweep());
    return relay.runOnce();
  }

  private static void markedLongAgo() throws SQLException {
    world.run(
        "UPDATE stagedoor.outbox SET marked_at = now() - interval '121 s' WHERE mark_stream <> ''");
  }

  @Test
  void C38_publishesAgainWhatItDoesNotFind() throws Exception {
    JobId job = world.enqueue("mail");
    Relay relay = relay();
    relay.runOnce();
    String lost = Objects.requireNonNull(world.mark(job)).entry();
    stream.settle("mail", List.of(new EntryId(lost)));
    markedLongAgo();

    assertThat(world.wholeRound(relay)).as("before its time").isZero();
    assertThat(sweep(relay)).isEqualTo(1);
    List<Delivery> read = stream.read("mail", "w", 10, Duration.ZERO);
    assertThat(read).hasSize(1);
    assertThat(Objects.requireNonNull(read.get(0).entry()).again()).isTrue();
    assertThat(stream.published).last().matches(p -> new EntryId(lost).equals(p.replaces()));
  }

  @Test
  void publishesAgainWhatMerelyExists() throws Exception {
    world.enqueue("mail");
    Relay relay = relay();
    relay.runOnce();
    markedLongAgo();
    stream.orphans = true;
    assertThat(sweep(relay)).isEqualTo(1);
    assertThat(stream.published).hasSize(2);
    assertThat(stream.depth("mail")).isEqualTo(1);
  }

  @Test
  void renewsTheMarkOfWhatIsAliveAndDoesNotAskSoonAgain() throws Exception {
    world.enqueue("mail", 2);
    Relay relay = relay();
    relay.runOnce();
    stream.read("mail", "w", 1, Duration.ZERO);
    markedLongAgo();
    assertThat(sweep(relay)).isEqualTo(2);
    assertThat(stream.published).hasSize(2);
    assertThat(sweep(relay)).isZero();
    assertThat(asked).hasValue(1);
  }

  @Test
  void doesNotAskOfWhatWasMarkedALittleWhileAgo() throws Exception {
    world.enqueue("mail");
    Relay relay = relay();
    relay.runOnce();
    world.run("UPDATE stagedoor.outbox SET marked_at = now() - interval '100 s'");
    stream.real.wipe();
    assertThat(sweep(relay)).isZero();
    assertThat(asked).hasValue(0);
  }

  @Test
  void goesThroughMoreThanABatchAndEveryQueue() throws Exception {
    world.enqueue("mail", 25);
    world.enqueue("reports", 3);
    Relay relay = world.relay(stream, RelayWorld.PATIENT.withBatch(10), Windows.STANDARD);
    world.untilQuiet(relay);
    stream.real.wipe();
    markedLongAgo();
    assertThat(sweep(relay)).isEqualTo(28);
    assertThat(stream.depth("mail")).isEqualTo(25);
    assertThat(stream.depth("reports")).isEqualTo(3);
  }

  @Test
  void goesThroughMoreThanABatchsBytes() throws Exception {
    world.enqueueLarge(5);
    Relay relay = world.relay(stream, RelayWorld.TWO_LARGE, Windows.STANDARD);
    world.untilQuiet(relay);
    stream.real.wipe();
    markedLongAgo();
    List<Integer> batches = new ArrayList<>();
    stream.beforePublish =
        batch -> {
          batches.add(batch.size());
          return batch;
        };
    assertThat(sweep(relay)).isEqualTo(5);
    assertThat(batches).containsExactly(2, 2, 1);
  }

  @Test
  void isOffWhereItsWindowIsVeryLong() throws Exception {
    world.enqueue("mail");
    Relay relay = world.relay(stream);
    relay.runOnce();
    stream.real.wipe();
    markedLongAgo();
    assertThat(sweep(relay)).isZero();
    assertThat(asked).hasValue(0);
  }
}
