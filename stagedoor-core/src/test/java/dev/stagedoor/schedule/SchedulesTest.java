package dev.stagedoor.schedule;

import static dev.stagedoor.schedule.ScheduleWorld.RARE;
import static dev.stagedoor.schedule.ScheduleWorld.REPORT;
import static dev.stagedoor.schedule.ScheduleWorld.rare;
import static dev.stagedoor.schedule.ScheduleWorld.untilQuiet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.NoPayload;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What people do to schedules. */
class SchedulesTest {
  private static ScheduleWorld world;
  private Connection connection;

  @BeforeAll
  static void open() throws Exception {
    world = new ScheduleWorld();
  }

  @BeforeEach
  void connect() throws Exception {
    world.empty();
    connection = world.database.getConnection();
  }

  @AfterEach
  void close() throws Exception {
    connection.close();
  }

  private List<Schedule> list() throws Exception {
    return world.schedules.list(connection);
  }

  @Test
  void allAreListedByName() throws Exception {
    untilQuiet(
        world.scheduler(
            Recurring.cron("nightly", "30  2 * * *", "Europe/Warsaw", REPORT).missed(Missed.SKIP)));
    untilQuiet(world.scheduler(rare("annual")));
    assertThat(list())
        .satisfiesExactly(
            annual -> {
              assertThat(annual.name()).isEqualTo("annual");
              assertThat(annual.expression()).isEqualTo("PT8784H");
              assertThat(annual.zone()).isEmpty();
              assertThat(annual.missed()).isEqualTo(Missed.ONCE);
            },
            nightly -> {
              assertThat(nightly.name()).isEqualTo("nightly");
              assertThat(nightly.type()).isEqualTo("report");
              assertThat(nightly.queue()).isEqualTo("reports");
              assertThat(nightly.expression()).isEqualTo("30 2 * * *");
              assertThat(nightly.zone()).contains("Europe/Warsaw");
              assertThat(nightly.missed()).isEqualTo(Missed.SKIP);
              assertThat(nightly.paused()).isFalse();
              assertThat(nightly.nextTick())
                  .isEqualTo(
                      ScheduleTimesTest.cron("30 2 * * *", "Europe/Warsaw").next(world.now()));
              assertThat(nightly.lastTick()).isBefore(nightly.nextTick());
            });
  }

  @ParameterizedTest
  @EnumSource
  void whatCameWhilePausedIsNotMadeUpFor(Missed missed) throws Exception {
    Recurring<NoPayload> rare = rare("rare");
    Scheduler scheduler = world.scheduler(rare.missed(missed));
    untilQuiet(scheduler);
    assertThat(world.schedules.pause(connection, "rare")).isTrue();
    assertThat(world.schedules.pause(connection, "rare")).isFalse();
    assertThat(list()).allMatch(Schedule::paused);
    world.away(RARE.multipliedBy(3));
    assertThat(untilQuiet(scheduler)).isZero();

    assertThat(world.schedules.resume(connection, "rare")).isTrue();
    assertThat(world.schedules.resume(connection, "rare")).isFalse();
    untilQuiet(scheduler);
    assertThat(world.ticks()).isEmpty();
    assertThat(list().get(0).nextTick()).isEqualTo(world.lastRare().plus(RARE));
  }

  @Test
  void aStartDoesNotEndAPause() throws Exception {
    untilQuiet(world.scheduler(rare("rare")));
    world.schedules.pause(connection, "rare");
    untilQuiet(world.scheduler(rare("rare")));
    assertThat(list()).allMatch(Schedule::paused);
  }

  @Test
  void runNowEnqueuesAJobAndLeavesTheTicksAlone() throws Exception {
    untilQuiet(world.scheduler(rare("rare")));
    Schedule before = list().get(0);
    world.told.clear();
    Optional<Enqueued> enqueued = world.schedules.runNow(connection, "rare");
    assertThat(enqueued).map(Enqueued::existing).contains(false);
    Instant tick = Instant.ofEpochMilli(world.ticks().get(0));
    assertThat(Duration.between(tick, world.now())).isBetween(Duration.ZERO, Duration.ofMinutes(1));
    assertThat(enqueued.orElseThrow().id())
        .isEqualTo(TickId.mintRunNow("rare", tick))
        .isNotEqualTo(TickId.mint("rare", tick));
    assertThat(world.rows("SELECT queue, type, payload FROM stagedoor.outbox"))
        .containsExactly("reports|report|{}");
    assertThat(list()).containsExactly(before);
    assertThat(world.told(JobEvent.Moved.class)).hasSize(1);
  }

  @Test
  void whatIsUnknownIsSaidSo() throws Exception {
    assertThat(world.schedules.pause(connection, "nothing")).isFalse();
    assertThat(world.schedules.resume(connection, "nothing")).isFalse();
    assertThat(world.schedules.runNow(connection, "nothing")).isEmpty();
  }
}
