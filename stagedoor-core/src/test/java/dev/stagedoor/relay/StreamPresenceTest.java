package dev.stagedoor.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Windows;
import dev.stagedoor.stream.StreamUnavailable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams that come, go and are given up. The sweep is off. */
class StreamPresenceTest {
  private static final Duration PATIENCE = Windows.STANDARD.heartbeat().multipliedBy(2);

  private static RelayWorld world;
  private final TrialStream stream = new TrialStream();
  private final TrialStream other = new TrialStream();

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
  }

  private static long registered(TrialStream stream) throws SQLException {
    return world.number(
        "SELECT count(*) FROM stagedoor.streams WHERE stream = '" + stream.name() + "'");
  }

  private static void unseen(TrialStream stream, Duration since) throws SQLException {
    world.run(
        "UPDATE stagedoor.streams SET seen_at = now() - interval '%d ms' WHERE stream = '%s'"
            .formatted(since.toMillis(), stream.name()));
  }

  private static long unseenFor(TrialStream stream) throws SQLException {
    return world.number(
        "SELECT extract(epoch FROM now() - seen_at) FROM stagedoor.streams WHERE stream = '"
            + stream.name()
            + "'");
  }

  @Test
  void registersAndRenews() throws Exception {
    StreamPresence presence = world.presence(stream);
    presence.runOnce();
    long epoch = world.epoch(stream);
    assertThat(stream.suspectLoss(epoch, java.util.Map.of())).isEmpty();
    unseen(stream, Duration.ofSeconds(50));
    presence.runOnce();
    assertThat(unseenFor(stream)).isLessThan(40);
    assertThat(world.epoch(stream)).isEqualTo(epoch);
    assertThat(world.givenUp).hasValue(0);
  }

  @Test
  void processesOfASharedStreamShareItsEpoch() throws Exception {
    stream.shared = true;
    world.presence(stream).runOnce();
    long epoch = world.epoch(stream);
    world.presence(stream).runOnce();
    assertThat(world.epoch(stream)).isEqualTo(epoch);
  }

  @Test
  void isNotRegisteredWhileTheStreamDoesNotAnswer() throws Exception {
    AtomicBoolean away = new AtomicBoolean(true);
    stream.beforeBegin =
        () -> {
          if (away.get()) {
            throw new StreamUnavailable("no answer", null);
          }
        };
    StreamPresence presence = world.presence(stream);
    assertThatThrownBy(presence::runOnce).isInstanceOf(StreamUnavailable.class);
    assertThat(registered(stream)).isZero();
    away.set(false);
    presence.runOnce();
    assertThat(registered(stream)).isEqualTo(1);
  }

  @Test
  void aProcessStreamThatWasGivenUpSaysSoAndTakesANewName() throws Exception {
    StreamPresence presence = world.presence(stream);
    JobId job = world.enqueue("mail");
    Relay relay =
        new Relay(
            world.transactions,
            presence,
            RelayWorld.NO_SWEEP,
            e -> {},
            RelayWorld.PATIENT,
            world.ticker);
    relay.runOnce();
    String old = stream.name();
    world.run("DELETE FROM stagedoor.streams");

    presence.runOnce();
    assertThat(world.givenUp).hasValue(1);
    assertThat(stream.name()).isNotEqualTo(old);
    assertThat(registered(stream)).isEqualTo(1);
    assertThat(stream.depth("mail")).as("its rows are everybody's").isZero();

    world.untilQuiet(relay);
    assertThat(markStream(job)).isEqualTo(stream.name());
    assertThat(stream.published).hasSize(2).last().matches(p -> p.entry().again());
    presence.runOnce();
    assertThat(world.givenUp).hasValue(1);
  }

  @Test
  void aRelayNoticesByItselfThatItsStreamWasGivenUp() throws Exception {
    Relay relay = world.relay(stream);
    JobId job = world.enqueue("mail");
    relay.runOnce();
    world.run("DELETE FROM stagedoor.streams");
    world.untilQuiet(relay);
    assertThat(world.givenUp).hasValue(1);
    assertThat(markStream(job)).isEqualTo(stream.name());
    assertThat(stream.depth("mail")).isEqualTo(1);
  }

  @Test
  void nothingIsPublishedOnAStreamThatIsNotRegistered() throws Exception {
    Relay relay = world.relay(stream);
    world.enqueue("mail");
    relay.runOnce();
    world.run("DELETE FROM stagedoor.streams");
    world.enqueue("mail");
    assertThat(relay.runOnce()).isZero();
    assertThat(stream.published).hasSize(1);
  }

  @Test
  void aSharedStreamWhoseRegistrationIsGoneAsksAboutItsMarks() throws Exception {
    stream.shared = true;
    Relay relay = world.relay(stream);
    List<JobId> jobs = world.enqueue("mail", 3);
    relay.runOnce();
    long before = world.epoch(stream);
    world.run("DELETE FROM stagedoor.streams");

    assertThat(world.wholeRound(relay)).as("asked, alive, renewed").isEqualTo(3);
    assertThat(world.givenUp).hasValue(0);
    assertThat(world.epoch(stream)).isGreaterThan(before);
    assertThat(stream.published).hasSize(3);
    for (JobId job : jobs) {
      assertThat(Objects.requireNonNull(world.mark(job)).epoch()).isEqualTo(world.epoch(stream));
    }
  }

  @Test
  void whatADeadStreamHeldIsPublishedAgainFlagged() throws Exception {
    List<JobId> jobs = world.enqueue("mail", 3);
    world.relay(other).runOnce();
    Relay relay = world.relay(stream);
    world.untilQuiet(relay);
    world.ticker.pass(PATIENCE);
    world.untilQuiet(relay);
    assertThat(stream.published).as("it was seen a moment ago").isEmpty();

    unseen(other, Duration.ofSeconds(61));
    world.untilQuiet(relay);
    assertThat(registered(other)).isZero();
    assertThat(stream.published)
        .extracting(p -> p.entry().jobId())
        .containsExactlyInAnyOrderElementsOf(jobs);
    assertThat(stream.published).allMatch(p -> p.entry().again() && p.replaces() == null);
    assertThat(world.told(JobEvent.Published.class)).filteredOn(p -> p.again()).hasSize(3);
    for (JobId job : jobs) {
      assertThat(markStream(job)).isEqualTo(stream.name());
    }
  }

  @Test
  void whatAClosedStreamHeldIsPublishedAgainAtOnce() throws Exception {
    StreamPresence leaving = world.presence(other);
    world.enqueue("mail", 3);
    new Relay(
            world.transactions,
            leaving,
            RelayWorld.NO_SWEEP,
            e -> {},
            RelayWorld.PATIENT,
            world.ticker)
        .runOnce();
    leaving.close();
    world.relay(stream).runOnce();
    assertThat(stream.published).hasSize(3);
  }

  @Test
  void whatADeadStreamHeldIsTakenOverInBatchesOfBoundedBytes() throws Exception {
    world.enqueueLarge(5);
    world.untilQuiet(world.relay(other));
    world.run("DELETE FROM stagedoor.streams");
    List<Integer> batches = new ArrayList<>();
    stream.beforePublish =
        batch -> {
          batches.add(batch.size());
          return batch;
        };
    world.untilQuiet(world.relay(stream, RelayWorld.TWO_LARGE));
    assertThat(batches).containsExactly(2, 2, 1);
  }

  @Test
  void aSharedStreamStaysWhenOneOfItsProcessesCloses() throws Exception {
    other.shared = true;
    StreamPresence leaving = world.presence(other);
    leaving.runOnce();
    leaving.close();
    assertThat(registered(other)).isEqualTo(1);
  }

  @Test
  void aDeadStreamsRowsDoNotFillTheStreamBeyondAhead() throws Exception {
    world.enqueue("mail", 10);
    world.relay(other).runOnce();
    world.run("DELETE FROM stagedoor.streams");
    world.untilQuiet(world.relay(stream, RelayWorld.PATIENT.withAhead(4)));
    assertThat(stream.depth("mail")).isEqualTo(4);
  }

  @Test
  void givesUpOnNobodyRightAfterItsOwnTrouble() throws Exception {
    Relay relay = world.relay(stream);
    world.relay(other).runOnce();
    world.untilQuiet(relay);
    world.ticker.pass(PATIENCE);
    world.run("ALTER TABLE stagedoor.outbox RENAME TO away");
    world.wholeRound(relay);
    world.run("ALTER TABLE stagedoor.away RENAME TO outbox");
    unseen(other, Duration.ofSeconds(61));
    world.untilQuiet(relay);
    assertThat(registered(other)).isEqualTo(1);
    world.ticker.pass(PATIENCE);
    world.wholeRound(relay);
    assertThat(registered(other)).isZero();
  }

  @Test
  void neverGivesUpItself() throws Exception {
    Relay relay = world.relay(stream);
    relay.runOnce();
    unseen(stream, Duration.ofHours(1));
    world.ticker.pass(PATIENCE);
    world.untilQuiet(relay);
    assertThat(registered(stream)).isEqualTo(1);
  }

  private static String markStream(JobId job) throws SQLException {
    return Objects.requireNonNull(world.mark(job)).stream();
  }
}
