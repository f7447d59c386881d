package dev.stagedoor.schedule;

import static dev.stagedoor.schedule.ScheduleWorld.RARE;
import static dev.stagedoor.schedule.ScheduleWorld.REPORT;
import static dev.stagedoor.schedule.ScheduleWorld.rare;
import static dev.stagedoor.schedule.ScheduleWorld.untilQuiet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.job.Transition;
import dev.stagedoor.schema.FreshSchema;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One scheduler, stepped by the test, on a real database. */
class SchedulerTest {
  private static ScheduleWorld world;

  @BeforeAll
  static void open() {
    world = new ScheduleWorld();
  }

  @BeforeEach
  void empty() throws SQLException {
    world.empty();
  }

  @Test
  void aNewScheduleHasMissedNothing() throws SQLException {
    Scheduler scheduler = world.scheduler(rare("report"));
    untilQuiet(scheduler);
    assertThat(world.ticks()).isEmpty();
    assertThat(world.instant("SELECT last_tick FROM stagedoor.schedules"))
        .isCloseTo(world.now(), within(20, ChronoUnit.SECONDS));
    assertThat(world.instant("SELECT next_tick FROM stagedoor.schedules"))
        .isEqualTo(world.lastRare().plus(RARE));
  }

  @Test
  void aTickIsOneJobWithItsTimeAndItsIdMadeOfBoth() throws SQLException {
    Scheduler scheduler = world.scheduler(rare("report"));
    untilQuiet(scheduler);
    world.away(RARE);
    assertThat(scheduler.runOnce()).isEqualTo(1);
    assertThat(scheduler.runOnce()).isZero();

    JobId id = TickId.mint("report", world.lastRare());
    assertThat(
            world.rows(
                "SELECT id, queue, type, payload, state, attempt,"
                    + " (extract(epoch FROM tick) * 1000)::bigint, due_at = age_from,"
                    + " due_at > clock_timestamp() - interval '20 s' FROM stagedoor.outbox"))
        .containsExactly(
            id + "|reports|report|{}|live|1|" + world.lastRare().toEpochMilli() + "|t|t");
    assertThat(id.value().version()).isEqualTo(7);
    assertThat(id.value().getMostSignificantBits() >>> 16)
        .isEqualTo(world.lastRare().toEpochMilli());
    assertThat(world.told(JobEvent.Moved.class))
        .containsExactly(
            new JobEvent.Moved(id, "report", Transition.ENQUEUE, 1, 0, "scheduler", null));
    assertThat(world.nudges).hasValue(1);
    assertThat(world.instant("SELECT last_tick FROM stagedoor.schedules"))
        .isEqualTo(world.lastRare());
    assertThat(world.instant("SELECT next_tick FROM stagedoor.schedules"))
        .isEqualTo(world.lastRare().plus(RARE));
  }

  @ParameterizedTest
  @EnumSource
  void whatWasMissedIsMadeUpForAsTheScheduleSays(Missed missed) throws SQLException {
    Scheduler scheduler = world.scheduler(rare("report").missed(missed));
    untilQuiet(scheduler);
    world.away(RARE.multipliedBy(3));
    untilQuiet(scheduler);
    long last = world.lastRare().toEpochMilli();
    long year = RARE.toMillis();
    assertThat(world.ticks())
        .isEqualTo(
            switch (missed) {
              case ONCE -> List.of(last);
              case ALL -> List.of(last - 2 * year, last - year, last);
              case SKIP -> List.of();
            });
    assertThat(world.instant("SELECT last_tick FROM stagedoor.schedules"))
        .isEqualTo(world.lastRare());
    assertThat(world.instant("SELECT next_tick FROM stagedoor.schedules"))
        .isEqualTo(world.lastRare().plus(RARE));
  }

  @Test
  void manyMissedTicksAreEnqueuedInBoundedTransactionsOldestFirst() throws SQLException {
    Recurring<NoPayload> often = Recurring.every("often", Duration.ofSeconds(1), REPORT);
    Scheduler scheduler = world.scheduler(often.missed(Missed.ALL));
    untilQuiet(scheduler);
    FreshSchema.run(world.database, "DELETE FROM stagedoor.outbox"); // a tick of this very second
    world.away(Duration.ofSeconds(2_500));
    List<Integer> steps = new ArrayList<>();
    for (int done = scheduler.runOnce(); done > 0; done = scheduler.runOnce()) {
      steps.add(done);
    }
    assertThat(steps.subList(0, 3))
        .satisfiesExactly(
            n -> assertThat(n).isEqualTo(1_000),
            n -> assertThat(n).isEqualTo(1_000),
            n -> assertThat(n).isBetween(499, 600));
    List<Long> ticks = world.ticks();
    assertThat(ticks).hasSizeGreaterThanOrEqualTo(2_499).isSorted().doesNotHaveDuplicates();
    assertThat(ticks.get(ticks.size() - 1) - ticks.get(0)).isEqualTo((ticks.size() - 1) * 1_000L);
  }

  @Test
  void C57_aScheduleThatFailsHoldsUpNoOtherAndIsEnqueuedOnceInTheEnd() throws SQLException {
    Recurring<?>[] ten =
        IntStream.range(0, 10).mapToObj(n -> rare("report-" + n)).toArray(Recurring[]::new);
    Scheduler scheduler = world.scheduler(ten);
    untilQuiet(scheduler);
    world.away(RARE);
    Instant tick = world.lastRare();
    FreshSchema.run(
        world.database,
        "ALTER TABLE stagedoor.outbox ADD CONSTRAINT not_the_sixth CHECK (id <> '"
            + TickId.mint("report-5", tick)
            + "')");
    untilQuiet(scheduler);
    assertThat(world.ticks()).hasSize(9);
    assertThat(world.told(JobEvent.Trouble.class))
        .isNotEmpty()
        .allMatch(t -> t.where().equals("scheduler, report-5"));

    FreshSchema.run(world.database, "ALTER TABLE stagedoor.outbox DROP CONSTRAINT not_the_sixth");
    untilQuiet(scheduler);
    assertThat(world.rows("SELECT id FROM stagedoor.outbox"))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 10)
                .mapToObj(n -> "report-" + n)
                .map(name -> TickId.mint(name, tick).toString())
                .toList());
  }

  @Test
  void theNextTickIsEnqueuedThoughTheJobOfTheLastOneIsLive() throws SQLException {
    Scheduler scheduler = world.scheduler(rare("report"));
    untilQuiet(scheduler);
    FreshSchema.run(
        world.database,
        "INSERT INTO stagedoor.outbox (id, queue, type, payload, due_at, age_from, tick) VALUES ('"
            + TickId.mint("report", world.lastRare().minus(RARE))
            + "', 'reports', 'report', '{}', now(), now(), now() - interval '1 day')");
    world.away(RARE);
    untilQuiet(scheduler);
    assertThat(world.ticks()).hasSize(2);
  }

  @Test
  void aPlanThatChangesHasMissedNothingAndTheOlderProcessLeavesItAlone() throws SQLException {
    Scheduler older = world.scheduler(rare("report"));
    untilQuiet(older);
    world.away(RARE.multipliedBy(3));
    Scheduler newer = world.scheduler(Recurring.every("report", Duration.ofHours(7), REPORT));
    assertThat(untilQuiet(newer)).isEqualTo(1);
    assertThat(world.ticks()).isEmpty();
    assertThat(world.row("SELECT expression FROM stagedoor.schedules")).isEqualTo("PT7H");
    assertThat(world.instant("SELECT next_tick FROM stagedoor.schedules"))
        .isEqualTo(new Interval(Duration.ofHours(7)).next(world.now()));

    world.away(RARE.multipliedBy(3));
    assertThat(untilQuiet(older)).isZero();
    assertThat(untilQuiet(older)).isZero();
    assertThat(world.told(JobEvent.Trouble.class))
        .singleElement()
        .satisfies(
            trouble ->
                assertThat(trouble.cause())
                    .hasMessageContaining("registered this schedule as \"PT7H\"")
                    .hasMessageContaining("leaves it alone until it is started again"));
    assertThat(untilQuiet(newer)).isEqualTo(1);
    assertThat(world.ticks()).hasSize(1);
  }

  /** The newer plan is registered after the older process has read the row. */
  @Test
  void aPlanThatChangesFencesOffWhoHasReadTheRowBefore() throws Exception {
    Scheduler newer = world.scheduler(Recurring.every("report", Duration.ofHours(7), REPORT));
    Intruder intruder = new Intruder(world.transactions);
    Scheduler older = world.scheduler(intruder, rare("report"));
    untilQuiet(older);
    world.away(RARE);
    intruder.afterNext = () -> untilQuiet(newer);
    assertThat(older.runOnce()).isZero();
    assertThat(world.ticks()).isEmpty();
    assertThat(world.instant("SELECT next_tick FROM stagedoor.schedules"))
        .isEqualTo(new Interval(Duration.ofHours(7)).next(world.now()));
  }

  @Test
  void theSamePlanAgainLosesNothingThatWasMissed() throws SQLException {
    untilQuiet(world.scheduler(rare("report")));
    world.away(RARE);
    JobType<String> other = JobType.of("other", String.class);
    Scheduler restarted = world.scheduler(Recurring.every("report", RARE, other, "for all"));
    assertThat(untilQuiet(restarted)).isEqualTo(1);
    assertThat(world.rows("SELECT queue, type, payload FROM stagedoor.outbox"))
        .containsExactly("default|other|\"for all\"");
  }

  @Test
  void whatNobodyRegistersIsNotRunAndItsRowStays() throws SQLException {
    untilQuiet(world.scheduler(rare("report")));
    world.away(RARE);
    untilQuiet(world.scheduler(rare("other")));
    assertThat(world.ticks()).isEmpty();
    assertThat(world.rows("SELECT name FROM stagedoor.schedules ORDER BY 1"))
        .containsExactly("other", "report");
  }

  @Test
  void aRowThatWasDeletedIsRegisteredAgain() throws SQLException {
    Scheduler scheduler = world.scheduler(rare("one"), rare("two"));
    untilQuiet(scheduler);
    FreshSchema.run(world.database, "DELETE FROM stagedoor.schedules WHERE name = 'one'");
    untilQuiet(scheduler);
    untilQuiet(scheduler);
    assertThat(world.rows("SELECT name, next_tick > now() FROM stagedoor.schedules ORDER BY 1"))
        .containsExactly("one|t", "two|t");
  }

  @Test
  void itWaitsForTheNextTickAsTheDatabaseTellsAndNoLongerThanHalfASecond() throws SQLException {
    Scheduler scheduler = world.scheduler(rare("report"));
    untilQuiet(scheduler);
    assertThat(scheduler.pace().after(0)).isEqualTo(Duration.ofMillis(500).toNanos());
    FreshSchema.run(
        world.database,
        "UPDATE stagedoor.schedules SET last_tick = now() - interval '1 s',"
            + " next_tick = clock_timestamp() + interval '300 ms'");
    assertThat(scheduler.runOnce()).isZero();
    assertThat(scheduler.pace().after(0)).isBetween(0L, Duration.ofMillis(300).toNanos());
  }

  @Test
  void eachTransactionLimitsHowLongItMayIdle() throws SQLException {
    Intruder intruder = new Intruder(world.transactions);
    Scheduler scheduler = world.scheduler(intruder, rare("report"));
    untilQuiet(scheduler);
    world.away(RARE);
    untilQuiet(scheduler);
    assertThat(intruder.idleLimits).hasSizeGreaterThanOrEqualTo(5).containsOnly("30s");
  }
}
