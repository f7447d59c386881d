package dev.stagedoor.schedule;

import static dev.stagedoor.schedule.ScheduleWorld.RARE;
import static dev.stagedoor.schedule.ScheduleWorld.rare;
import static dev.stagedoor.schedule.ScheduleWorld.untilQuiet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.job.NoPayload;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheduler that dies before one of its commits, or right after; another one goes on. */
class SchedulerCrashTest {
  private static ScheduleWorld world;
  private final Recurring<NoPayload> report = rare("report");

  @BeforeAll
  static void open() {
    world = new ScheduleWorld();
  }

  @BeforeEach
  void empty() throws Exception {
    world.empty();
    untilQuiet(world.scheduler(report));
    world.away(RARE);
  }

  /** Its registration, its look, its move. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void diesBeforeACommitAndLeavesTheTickToAnother(int commits) throws Exception {
    Intruder dying = new Intruder(world.transactions);
    dying.commitsLeft = commits;
    assertThatThrownBy(() -> world.scheduler(dying, report).runOnce())
        .isInstanceOf(Intruder.Killed.class);
    assertThat(world.ticks()).isEmpty();
    assertThat(untilQuiet(world.scheduler(report))).isEqualTo(1);
    assertThat(world.ticks()).hasSize(1);
  }

  @Test
  void diesAfterTheCommitAndTheTickIsNotEnqueuedAgain() throws Exception {
    Intruder dying = new Intruder(world.transactions);
    dying.commitsLeft = 3;
    assertThatThrownBy(() -> untilQuiet(world.scheduler(dying, report)))
        .isInstanceOf(Intruder.Killed.class);
    assertThat(world.ticks()).hasSize(1);
    world.rows("DELETE FROM stagedoor.outbox RETURNING 1"); // completed since
    assertThat(untilQuiet(world.scheduler(report))).isEqualTo(1); // looked at, moved nowhere
    assertThat(world.ticks()).isEmpty();
  }
}
