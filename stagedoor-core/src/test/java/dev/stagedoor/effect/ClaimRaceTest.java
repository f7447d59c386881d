package dev.stagedoor.effect;

import static dev.stagedoor.effect.ClaimFixture.mine;
import static dev.stagedoor.effect.ClaimFixture.newSubject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.Claim.Found;
import dev.stagedoor.effect.Claim.Held;
import dev.stagedoor.effect.Claim.Mine;
import dev.stagedoor.effect.ClaimFixture.Where;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.SideThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("race")
class ClaimRaceTest {
  private static JobsFixture jobs;

  @BeforeAll
  static void createTables() throws SQLException {
    jobs = ClaimFixture.jobsWithTables();
  }

  @ParameterizedTest
  @EnumSource(Where.class)
  void ofManyRunsAtOnceOneOwnsIt(Where where) throws Exception {
    ClaimFixture effects = new ClaimFixture(jobs, where);
    RunRef run = jobs.liveRun();
    for (int round = 0; round < 10; round++) {
      String subject = newSubject();
      CyclicBarrier start = new CyclicBarrier(4);
      List<SideThread<Found>> runs = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Claim claim = effects.claim(subject, run);
        runs.add(
            SideThread.start(
                () -> {
                  start.await();
                  return claim.take(null, null);
                }));
      }
      List<Found> found = new ArrayList<>();
      for (SideThread<Found> side : runs) {
        found.add(side.result());
      }
      assertThat(found).filteredOn(Mine.class::isInstance).hasSize(1);
      assertThat(found).filteredOn(Held.class::isInstance).hasSize(3);
    }
  }

  @ParameterizedTest
  @EnumSource(Where.class)
  void aJobCancelledWhileItsRunWaitedClaimsNothing(Where where) throws Exception {
    ClaimFixture effects = new ClaimFixture(jobs, where);
    String subject = newSubject();
    RunRef run = jobs.liveRun();
    Claim claim = effects.claim(subject, run);
    claim.release(mine(claim.take(null, null)));
    try (Connection other = jobs.begin()) {
      BoundStatement.update(
          other, "UPDATE stagedoor.effects SET tries = tries WHERE subject = ?", subject);
      SideThread<Found> waiting = SideThread.start(() -> claim.take(null, null));
      SideThread.awaitBlocked(jobs.database());
      jobs.complete(run);
      other.commit();
      assertThat(waiting.result()).isInstanceOf(Claim.NotWanted.class);
      assertThat(effects.own(subject)).isEqualTo("-infinity|");
    }
  }

  @ParameterizedTest
  @EnumSource(Where.class)
  void whoeverWaitsForAnotherRunsClaimSeesWhatItWrote(Where where) throws Exception {
    ClaimFixture effects = new ClaimFixture(jobs, where);
    String subject = newSubject();
    RunRef run = jobs.liveRun();
    Claim claim = effects.claim(subject, run);
    claim.release(mine(claim.take(null, null)));
    try (Connection other = jobs.begin()) {
      BoundStatement.update(
          other,
          "UPDATE stagedoor.effects SET state = 'parked', parked_at = now(), evidence = 'ask'"
              + " WHERE subject = ?",
          subject);
      SideThread<Found> waiting = SideThread.start(() -> claim.take(null, null));
      SideThread.awaitBlocked(jobs.database());
      other.commit();
      assertThat(waiting.result()).isInstanceOf(Claim.Parked.class);
    }
  }
}
