package dev.stagedoor.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.queue.Queues;
import dev.stagedoor.queue.Rate;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.tx.SideThread;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators allow a queue, held where rows are published. */
class QueueLimitsTest {
  private static RelayWorld world;
  private static Queues queues;
  private final LocalStream stream = LocalStream.inThisProcess();

  @BeforeAll
  static void open() {
    world = RelayWorld.open();
    queues = new Queues(world.transactions);
  }

  @AfterAll
  static void close() {
    world.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    world.empty();
    world.run("TRUNCATE stagedoor.queues, stagedoor.queue_pauses");
  }

  private static long published(String queue) throws SQLException {
    return world.number(
        "SELECT count(*) FROM stagedoor.outbox WHERE mark_stream IS NOT NULL AND queue = '"
            + queue
            + "'");
  }

  private static void complete(String queue, int jobs) throws SQLException {
    world.run(
        "DELETE FROM stagedoor.outbox WHERE id IN (SELECT id FROM stagedoor.outbox WHERE"
            + " mark_stream IS NOT NULL AND queue = '"
            + queue
            + "' LIMIT "
            + jobs
            + ")");
  }

  @Test
  void aPausedQueuePublishesNothingUntilItIsResumed() throws Exception {
    Relay relay = world.relay(stream);
    world.enqueue("mail", 3);
    world.enqueue("sales", 2);
    assertThat(queues.pause("mail")).isTrue();
    assertThat(queues.pause("mail")).isFalse();
    world.untilQuiet(relay);
    assertThat(published("mail")).isZero();
    assertThat(published("sales")).isEqualTo(2);

    assertThat(queues.resume("mail")).isTrue();
    assertThat(queues.resume("mail")).isFalse();
    world.untilQuiet(relay);
    assertThat(published("mail")).isEqualTo(3);
    assertThat(queues.all()).isEmpty();
  }

  /** Not only after the next full scan, which reads what is paused. */
  @Test
  void aPauseHoldsFromItsCommit() throws Exception {
    Relay relay = world.relay(stream);
    world.enqueue("mail");
    world.untilQuiet(relay);
    queues.pause("mail");
    world.enqueue("mail");
    assertThat(relay.runOnce()).isZero();
    assertThat(published("mail")).isEqualTo(1);
  }

  @Test
  void whatAPausedQueueHasLostIsPublishedAgainWhenItIsResumed() throws Exception {
    Relay relay = world.relay(stream);
    JobId job = world.enqueue("mail");
    world.untilQuiet(relay);
    queues.pause("mail");
    stream.wipe();
    world.untilQuiet(relay);
    world.untilQuiet(world.relay(stream)); // nor by one that has just started
    assertThat(stream.depth("mail")).isZero();
    queues.resume("mail");
    world.untilQuiet(relay);
    assertThat(stream.depth("mail")).isEqualTo(1);
    assertThat(world.mark(job)).isNotNull();
  }

  @Test
  void noMoreThanTheLimitIsPublishedAndNotEnded() throws Exception {
    Relay relay = world.relay(stream);
    world.enqueue("mail", 10);
    world.enqueue("sales", 4);
    queues.limit("mail", 3);
    world.untilQuiet(relay);
    assertThat(published("mail")).isEqualTo(3);
    assertThat(published("sales")).isEqualTo(4);
    complete("mail", 2);
    world.untilQuiet(relay);
    assertThat(published("mail")).isEqualTo(3);
    assertThat(world.unmarked()).isEqualTo(5);
    queues.unlimit("mail");
    world.untilQuiet(relay);
    assertThat(world.unmarked()).isZero();
  }

  /** A stream that loses everything, or is another one, forgets nothing of a limit. */
  @Test
  void theLimitCountsWhatIsMarkedWhateverStreamItIsOn() throws Exception {
    world.enqueue("mail", 10);
    queues.limit("mail", 3);
    world.untilQuiet(world.relay(stream));
    world.untilQuiet(world.relay(LocalStream.inThisProcess()));
    stream.wipe();
    world.untilQuiet(world.relay(stream));
    assertThat(published("mail")).isEqualTo(3);
    assertThat(stream.depth("mail")).isEqualTo(3);
  }

  @Test
  void twoRelaysDoNotFillOneLimitTwice() throws Exception {
    Relay first = world.relay(stream);
    Relay second = world.relay(stream);
    world.enqueue("mail", 10);
    queues.limit("mail", 3);
    world.wholeRound(second);
    world.run(
        "UPDATE stagedoor.outbox SET mark_stream = NULL, mark_epoch = NULL,"
            + " mark_entry = NULL, marked_at = NULL");
    List<Integer> besides = new ArrayList<>();
    world.then =
        event -> {
          if (event instanceof JobEvent.Published && besides.isEmpty()) {
            besides.add(0); // the first has put its entries on the stream and not marked them
            besides.set(0, beside(second));
          }
        };
    assertThat(world.wholeRound(first)).isEqualTo(3);
    assertThat(besides).containsExactly(0);
    assertThat(published("mail")).isEqualTo(3);
  }

  private static int beside(Relay relay) {
    try {
      return SideThread.start(() -> world.wholeRound(relay)).result();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRateIsABucketThatFillsWithTime() throws Exception {
    Relay relay = world.relay(stream);
    world.enqueue("mail", 20);
    queues.rate("mail", new Rate(5, Duration.ofHours(1)));
    world.untilQuiet(relay);
    assertThat(published("mail")).isEqualTo(5);

    passed("24 minutes 1 second"); // two fifths of the hour
    world.untilQuiet(relay);
    assertThat(published("mail")).isEqualTo(7);

    passed("10 hours"); // no more than the bucket holds
    world.untilQuiet(relay);
    assertThat(published("mail")).isEqualTo(12);

    passed("-1 hour"); // a clock set back takes nothing away
    world.untilQuiet(relay);
    assertThat(published("mail")).isEqualTo(12);
    queues.unrate("mail");
    world.untilQuiet(relay);
    assertThat(published("mail")).isEqualTo(20);
  }

  private static void passed(String time) throws SQLException {
    world.run("UPDATE stagedoor.queues SET tokens_at = tokens_at - interval '" + time + "'");
  }

  @Test
  void whatIsPublishedAgainTakesNoToken() throws Exception {
    Relay relay = world.relay(stream);
    world.enqueue("mail", 2);
    queues.rate("mail", new Rate(2, Duration.ofDays(1)));
    world.untilQuiet(relay);
    stream.wipe();
    world.untilQuiet(relay);
    assertThat(stream.depth("mail")).isEqualTo(2);
  }

  @Test
  void whatIsRolledBackTakesNoToken() throws Exception {
    world.enqueue("mail", 2);
    queues.rate("mail", new Rate(2, Duration.ofDays(1)));
    stream.close();
    world.wholeRound(world.relay(stream));
    LocalStream open = LocalStream.inThisProcess();
    world.untilQuiet(world.relay(open));
    assertThat(open.depth("mail")).isEqualTo(2);
  }

  @Test
  void priorityOrdersWhatALimitLetsThrough() throws Exception {
    Relay relay = world.relay(stream);
    world.enqueue("mail", 3);
    JobId urgent = world.enqueue("mail", 0, Duration.ZERO);
    queues.limit("mail", 1);
    world.untilQuiet(relay);
    assertThat(world.mark(urgent)).isNotNull();
    assertThat(published("mail")).isEqualTo(1);
  }

  @Test
  void aSettingIsNotForgottenByAnother() throws Exception {
    queues.limit("mail", 3);
    queues.rate("mail", new Rate(5, Duration.ofSeconds(90)));
    queues.pause("mail");
    assertThat(queues.all())
        .singleElement()
        .satisfies(
            state -> {
              assertThat(state.queue()).isEqualTo("mail");
              assertThat(state.pausedAt()).isPresent();
              assertThat(state.limit()).hasValue(3);
              assertThat(state.rate()).contains(new Rate(5, Duration.ofSeconds(90)));
            });
    queues.resume("mail");
    queues.unlimit("mail");
    assertThat(queues.all()).singleElement().satisfies(s -> assertThat(s.limit()).isEmpty());
    assertThat(List.copyOf(queues.all())).hasSize(1);
  }
}
