package dev.stagedoor.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.relay.RelayWorld.Mark;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.Publication;
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

/** The stream loses its data; the sweep is off, so that nothing else can repair it. */
class EpochTest {
  private static RelayWorld world;
  private final TrialStream stream = new TrialStream();

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

  @Test
  void aNewStreamIsNotUnderSuspicion() throws Exception {
    world.enqueue("mail", 3);
    world.untilQuiet(world.relay(stream));
    assertThat(world.told(JobEvent.LossSuspected.class)).isEmpty();
  }

  @Test
  void C38_publishesAgainWhatAWipeLostFlaggedAndReplacingTheOrphan() throws Exception {
    JobId job = world.enqueue("mail");
    Relay relay = world.relay(stream);
    world.untilQuiet(relay);
    Mark before = markOf(job);
    stream.real.wipe();
    stream.published.clear();

    assertThat(world.wholeRound(relay)).isEqualTo(1);
    assertThat(world.told(JobEvent.LossSuspected.class)).hasSize(1);
    Publication again = Objects.requireNonNull(stream.published.peek());
    assertThat(again.entry().again()).isTrue();
    assertThat(Objects.requireNonNull(again.replaces()).value()).isEqualTo(before.entry());
    assertThat(markOf(job).epoch()).isEqualTo(world.epoch(stream)).isGreaterThan(before.epoch());
    assertThat(world.told(JobEvent.Published.class)).last().matches(p -> p.again());
    assertThat(delivered()).containsExactly(job);
  }

  @Test
  void renewsTheMarksOfEntriesThatAreAlive() throws Exception {
    JobId pending = world.enqueue("mail");
    Relay relay = world.relay(stream);
    world.untilQuiet(relay);
    List<Delivery> read = stream.read("mail", "w", 10, Duration.ZERO);
    JobId unread = world.enqueue("mail");
    world.untilQuiet(relay);
    Mark before = markOf(pending);
    raiseByHand();

    assertThat(world.wholeRound(relay)).isEqualTo(2);
    assertThat(stream.published).hasSize(2).noneMatch(p -> p.entry().again());
    for (JobId job : List.of(pending, unread)) {
      assertThat(markOf(job).epoch()).isEqualTo(world.epoch(stream)).isGreaterThan(before.epoch());
    }
    assertThat(markOf(pending).entry()).isEqualTo(read.get(0).entryId().value());
    assertThat(world.wholeRound(relay)).as("nothing is in doubt any more").isZero();
  }

  /** As after a suspicion that was wrong. */
  private void raiseByHand() throws SQLException {
    world.run("UPDATE stagedoor.streams SET epoch = nextval('stagedoor.epochs')");
    stream.real.beginEpoch(world.epoch(stream));
  }

  @Test
  void anEntryThatMerelyExistsIsNotAlive() throws Exception {
    JobId job = world.enqueue("mail");
    Relay relay = world.relay(stream);
    world.untilQuiet(relay);
    raiseByHand();
    stream.published.clear();
    stream.orphans = true;

    assertThat(world.wholeRound(relay)).isEqualTo(1);
    assertThat(stream.published).hasSize(1).allMatch(p -> p.entry().jobId().equals(job));
    assertThat(stream.depth("mail")).as("the orphan went in the same step").isEqualTo(1);
  }

  @Test
  void marksThatWereInDoubtBeforeStayInDoubtUntilTheyAreAskedAbout() throws Exception {
    List<JobId> jobs = world.enqueue("mail", 25);
    Relay relay = world.relay(stream, RelayWorld.PATIENT.withBatch(10));
    world.untilQuiet(relay);
    stream.real.wipe();
    AtomicBoolean deaf = new AtomicBoolean(true);
    stream.beforeAlive =
        () -> {
          if (deaf.get()) {
            throw new StreamUnavailable("no answer", null);
          }
        };
    world.untilQuiet(relay);
    assertThat(world.told(JobEvent.Trouble.class)).isNotEmpty();
    deaf.set(false);
    world.untilQuiet(relay);
    assertThat(delivered()).containsExactlyInAnyOrderElementsOf(jobs);
  }

  @Test
  void aWipeBetweenTheEpochAndPublishingLeavesAMarkInDoubtAndAnEntryAlive() throws Exception {
    JobId job = world.enqueue("mail");
    Relay relay = world.relay(stream);
    AtomicBoolean wipe = new AtomicBoolean(true);
    stream.beforePublish =
        batch -> {
          if (wipe.getAndSet(false)) {
            stream.real.wipe();
            otherRelayNotices();
          }
          return batch;
        };
    relay.runOnce();
    assertThat(markOf(job).epoch()).isLessThan(world.epoch(stream));
    assertThat(world.wholeRound(relay)).as("asked, alive, renewed").isEqualTo(1);
    assertThat(stream.published).hasSize(1);
    assertThat(markOf(job).epoch()).isEqualTo(world.epoch(stream));
    assertThat(delivered()).containsExactly(job);
  }

  @Test
  void aWipeBetweenPublishingAndTheMarkLeavesAMarkInDoubt() throws Exception {
    JobId job = world.enqueue("mail");
    Relay relay = world.relay(stream);
    AtomicBoolean wipe = new AtomicBoolean(true);
    stream.afterPublish =
        () -> {
          if (wipe.getAndSet(false)) {
            stream.real.wipe();
            otherRelayNotices();
          }
        };
    relay.runOnce();
    assertThat(markOf(job).epoch()).isLessThan(world.epoch(stream));
    world.untilQuiet(relay);
    assertThat(delivered()).containsExactly(job);
    assertThat(markOf(job).epoch()).isEqualTo(world.epoch(stream));
  }

  @Test
  void aWipeBetweenTheAnswerAndTheRenewalLeavesTheMarkInDoubt() throws Exception {
    JobId job = world.enqueue("mail");
    Relay relay = world.relay(stream);
    world.untilQuiet(relay);
    raiseByHand();
    AtomicBoolean wipe = new AtomicBoolean(true);
    stream.afterAlive =
        () -> {
          if (wipe.getAndSet(false)) {
            stream.real.wipe();
            otherRelayNotices();
          }
        };
    assertThat(world.wholeRound(relay)).isEqualTo(1);
    assertThat(stream.published).as("renewed, not published again").hasSize(1);
    assertThat(markOf(job).epoch()).isLessThan(world.epoch(stream));
    world.untilQuiet(relay);
    assertThat(delivered()).containsExactly(job);
  }

  /** Another relay of the same stream, in the middle of what this one does. */
  private void otherRelayNotices() {
    long before = world.told(JobEvent.LossSuspected.class).size();
    Relay other = world.relay(new TrialStream(stream.real));
    try {
      other.runOnce();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(world.told(JobEvent.LossSuspected.class)).hasSize((int) before + 1);
  }

  @Test
  void aRelayThatDiesBeforeItTellsTheStreamIsRepeated() throws Exception {
    JobId job = world.enqueue("mail");
    Relay relay = world.relay(stream);
    world.untilQuiet(relay);
    stream.real.wipe();
    TrialStream silent = new TrialStream(stream.real);
    silent.beforeBegin =
        () -> {
          throw new StreamUnavailable("no answer", null);
        };
    long epoch = world.epoch(stream);
    world.wholeRound(world.relay(silent));
    assertThat(world.epoch(stream)).as("rolled back").isEqualTo(epoch);
    world.untilQuiet(relay);
    assertThat(world.epoch(stream)).isGreaterThan(epoch);
    assertThat(delivered()).containsExactly(job);
  }

  @Test
  void orphansThatFillTheStreamDoNotHinderItsRepair() throws Exception {
    List<JobId> jobs = world.enqueue("mail", 5);
    RelaySettings five = RelayWorld.PATIENT.withAhead(5);
    Relay relay = world.relay(stream, five);
    world.untilQuiet(relay);
    raiseByHand();
    stream.orphans = true;
    assertThat(world.wholeRound(relay)).isEqualTo(5);
    assertThat(delivered()).containsExactlyInAnyOrderElementsOf(jobs);
  }

  private static Mark markOf(JobId job) throws SQLException {
    return Objects.requireNonNull(world.mark(job));
  }

  private List<JobId> delivered() {
    List<JobId> jobs = new ArrayList<>();
    for (Delivery delivery : stream.read("mail", "w", 1_000, Duration.ZERO)) {
      jobs.add(Objects.requireNonNull(delivery.entry()).jobId());
    }
    return jobs;
  }
}
