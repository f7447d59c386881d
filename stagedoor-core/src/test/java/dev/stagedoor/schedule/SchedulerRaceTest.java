package dev.stagedoor.schedule;

import static dev.stagedoor.schedule.ScheduleWorld.RARE;
import static dev.stagedoor.schedule.ScheduleWorld.rare;
import static dev.stagedoor.schedule.ScheduleWorld.untilQuiet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.tx.SideThread;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several schedulers at once on one database. */
@Tag("race")
class SchedulerRaceTest {
  private static final int SCHEDULERS = 8;
  private static final int ROUNDS = 10;
  private static ScheduleWorld world;

  @BeforeAll
  static void open() {
    world = new ScheduleWorld();
  }

  @BeforeEach
  void empty() throws Exception {
    world.empty();
  }

  @ParameterizedTest
  @EnumSource
  void eachTickOfEachScheduleIsOneJobThoughEightLookAtOnce(Missed missed) throws Exception {
    List<Recurring<?>> three = new ArrayList<>();
    for (String name : List.of("one", "two", "three")) {
      three.add(rare(name).missed(missed));
    }
    List<Scheduler> all = new ArrayList<>();
    for (int i = 0; i < SCHEDULERS; i++) {
      all.add(new Scheduler(world.kit(world.transactions), three, "s" + i));
      untilQuiet(all.get(i));
    }
    for (int round = 0; round < ROUNDS; round++) {
      // completed as soon as it is enqueued: its id alone keeps nobody from a second one
      world.rows("DELETE FROM stagedoor.outbox RETURNING 1");
      world.told.clear();
      world.away(RARE.multipliedBy(3));
      together(all);
      // the newest of three, all of them, or none
      int ticks = missed == Missed.ALL ? 9 : missed == Missed.ONCE ? 3 : 0;
      assertThat(world.told(JobEvent.Moved.class)).as("round %d", round).hasSize(ticks);
      assertThat(world.ticks()).hasSize(ticks);
      assertThat(world.told(JobEvent.Trouble.class)).isEmpty();
    }
  }

  private static void together(List<Scheduler> all) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    CyclicBarrier barrier = new CyclicBarrier(all.size());
    try {
      List<Future<Integer>> steps = new ArrayList<>();
      for (Scheduler each : all) {
        steps.add(
            threads.submit(
                () -> {
                  barrier.await();
                  return untilQuiet(each);
                }));
      }
      for (Future<Integer> step : steps) {
        step.get(60, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    untilQuiet(all.get(0)); // what was locked when it was looked at
  }

  @Test
  void aRowThatSomebodyHoldsIsPassedOverAndHoldsUpNoOther() throws Exception {
    Scheduler scheduler = world.scheduler(rare("held"), rare("free"));
    untilQuiet(scheduler);
    world.away(RARE);
    try (Connection other = world.database.getConnection()) {
      other.setAutoCommit(false);
      assertThat(world.schedules.pause(other, "held")).isTrue();
      assertThat(SideThread.start(() -> untilQuiet(scheduler)).result()).isEqualTo(1);
      other.rollback();
    }
    assertThat(untilQuiet(scheduler)).isEqualTo(1);
    assertThat(world.ticks()).hasSize(2);
  }

  @Test
  void eightRegisterAtOnce() throws Exception {
    List<Scheduler> all = new ArrayList<>();
    for (int i = 0; i < SCHEDULERS; i++) {
      all.add(
          i % 2 == 0
              ? world.scheduler(rare("a"), rare("b"), rare("c"))
              : world.scheduler(rare("c"), rare("b"), rare("a")));
    }
    together(all);
    assertThat(world.rows("SELECT name FROM stagedoor.schedules ORDER BY 1"))
        .containsExactly("a", "b", "c");
    assertThat(world.ticks()).isEmpty();
    assertThat(world.told(JobEvent.Trouble.class)).isEmpty();
  }
}
