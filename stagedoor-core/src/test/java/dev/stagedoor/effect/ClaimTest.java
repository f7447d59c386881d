package dev.stagedoor.effect;

import static dev.stagedoor.effect.ClaimFixture.mine;
import static dev.stagedoor.effect.ClaimFixture.newSubject;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.effect.Claim.Done;
import dev.stagedoor.effect.Claim.Held;
import dev.stagedoor.effect.Claim.Mine;
import dev.stagedoor.effect.Claim.NotWanted;
import dev.stagedoor.effect.Claim.Parked;
import dev.stagedoor.effect.Claim.Unknown;
import dev.stagedoor.effect.ClaimFixture.Where;
import dev.stagedoor.event.RunRef;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The same rules over our own table and over the user's. */
@ParameterizedClass
@EnumSource(Where.class)
class ClaimTest {
  private static JobsFixture jobs;

  private final Where where;
  private ClaimFixture effects;
  private String subject;
  private RunRef run;
  private Claim first;
  private Claim second;

  ClaimTest(Where where) {
    this.where = where;
  }

  @BeforeAll
  static void createTables() throws SQLException {
    jobs = ClaimFixture.jobsWithTables();
  }

  @BeforeEach
  void twoRunsOfOneJob() throws SQLException {
    effects = new ClaimFixture(jobs, where);
    subject = newSubject();
    run = jobs.liveRun();
    first = effects.claim(subject, run);
    second = effects.claim(subject, JobsFixture.twin(run));
  }

  @Test
  void theFirstOwnsItAndTheSecondFindsItHeld() throws SQLException {
    Mine mine = mine(first.take(null, null));
    assertThat(mine.tries()).isEqualTo(1);
    assertThat(second.take(null, null))
        .isInstanceOfSatisfying(
            Held.class,
            held ->
                assertThat(held.freshFor())
                    .isBetween(Duration.ofSeconds(100), ClaimFixture.STALE_AFTER));
    assertThat(effects.side(subject, "kind, state, job_id, attempt, run, worker, tries"))
        .isEqualTo("tickets|claimed|" + run.jobId() + "|1|0|worker-1|1");
  }

  @Test
  void aStaleClaimIsTakenOverAndTheFirstTryStays() throws SQLException {
    mine(first.take(null, null));
    effects.age(subject, "119 s");
    assertThat(second.take(null, null)).isInstanceOf(Held.class);
    effects.age(subject, "2 s");
    String firstTried = effects.side(subject, "first_tried_at");
    assertThat(mine(second.take(null, null)).tries()).isEqualTo(2);
    assertThat(effects.side(subject, "first_tried_at")).isEqualTo(firstTried);
    assertThat(effects.side(subject, "run, worker")).isEqualTo("1|worker-2");
  }

  @Test
  void releaseFreesItAndTouchesNothingElse() throws SQLException {
    Mine mine = mine(first.take(null, null));
    String before = effects.side(subject, "state, first_tried_at, tries, run, worker, done_at");
    first.release(mine);
    assertThat(effects.own(subject)).isEqualTo("-infinity|");
    assertThat(effects.side(subject, "claimed_at")).isEqualTo("-infinity");
    assertThat(effects.side(subject, "state, first_tried_at, tries, run, worker, done_at"))
        .isEqualTo(before);
    assertThat(second.take(null, null)).isInstanceOf(Mine.class);
  }

  @Test
  void aClaimIsReleasedByItsOwnTokenOnly() throws SQLException {
    Mine zombie = mine(first.take(null, null));
    effects.age(subject, "3 min");
    mine(second.take(null, null));
    String held = effects.own(subject) + effects.side(subject, "claimed_at, state");
    first.release(zombie);
    first.unknown(zombie, "late", true);
    assertThat(effects.own(subject) + effects.side(subject, "claimed_at, state")).isEqualTo(held);
    assertThat(first.take(null, null)).isInstanceOf(Held.class);
  }

  @Test
  void thatItWasSentIsRecordedWhoeverOwnsTheClaim() throws SQLException {
    mine(first.take(null, null));
    effects.age(subject, "3 min");
    mine(second.take(null, null));
    first.done("msg-1"); // the zombie's send was the one that the provider accepted
    String recorded = effects.own(subject) + effects.side(subject, "done_at, reference, worker");
    assertThat(second.take(null, null)).isEqualTo(new Done("msg-1", true));
    second.done("msg-2");
    assertThat(effects.own(subject) + effects.side(subject, "done_at, reference, worker"))
        .isEqualTo(recorded);
    assertThat(effects.own(subject)).doesNotEndWith("|");
  }

  @Test
  void doneIsFoundByAJobThatIsGoneAndNothingElseIs() throws SQLException {
    first.done("msg-1");
    jobs.complete(run);
    if (where == Where.BUILT_IN) {
      assertThat(first.take(null, null)).isEqualTo(new Done("msg-1", true));
    }
    assertThat(effects.claim(newSubject(), run).take(null, null)).isInstanceOf(NotWanted.class);
  }

  @Test
  void aJobThatIsNewerOrNotLiveClaimsNothing() throws SQLException {
    jobs.rewrite(run, "attempt = 2");
    assertThat(first.take(null, null)).isInstanceOf(NotWanted.class);
    jobs.rewrite(run, "attempt = 1, state = 'dead', stuck_at = now()");
    assertThat(first.take(null, null)).isInstanceOf(NotWanted.class);
    assertThat(
            dev.stagedoor.schema.FreshSchema.rows(
                jobs.database(),
                "SELECT 1 FROM stagedoor.effects WHERE subject = '" + subject + "'"))
        .isEmpty();
  }

  @Test
  void C78_itIsSentAgainOnlyWhileTheKeyOutlivesTheSend() throws SQLException {
    first.release(mine(first.take(null, null)));
    effects.age(subject, "23 h 59 min 25 s");
    second.release(mine(second.take(null, null))); // 35 s left, and a send takes 30 s at most
    effects.age(subject, "6 s");
    assertThat(second.take(null, null))
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown -> {
              assertThat(unknown.tries()).isEqualTo(2);
              assertThat(unknown.evidence()).startsWith("First tried at 20").contains("2 tries");
            });
  }

  @Test
  void withoutKeysOnlyWhatWasSurelyNotSentIsSentAgain() throws SQLException {
    EffectType keyless = effects.type().providerHasNoKeys(Unsure.PARK);
    Claim careful = effects.claim(keyless, subject, run, false);
    careful.release(mine(careful.take(null, null))); // reported: not sent
    mine(careful.take(null, null));
    effects.age(subject, "3 min"); // it died, and may have sent
    assertThat(careful.take(null, null)).isInstanceOf(Unknown.class);
    Claim bold = effects.claim(keyless, subject, run, true);
    assertThat(bold.take(null, null)).isInstanceOf(Mine.class);
  }

  @Test
  void anUnknownOutcomeOfASendWithoutKeysIsNotForgottenByARelease() throws SQLException {
    EffectType keyless = effects.type().providerHasNoKeys(Unsure.PARK);
    Claim careful = effects.claim(keyless, subject, run, false);
    careful.unknown(mine(careful.take(null, null)), "timed out.", true);
    assertThat(careful.take(null, null))
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown -> assertThat(unknown.evidence()).startsWith("timed out. First tried at"));
  }

  @Test
  void unknownKeepsTheFirstTryAndFreesTheClaimWhereAskedTo() throws SQLException {
    Mine mine = mine(first.take(null, null));
    String firstTried = effects.side(subject, "first_tried_at");
    first.unknown(mine, "timed out", false);
    assertThat(second.take(null, null)).isInstanceOf(Held.class);
    assertThat(effects.side(subject, "state, evidence")).isEqualTo("unknown|timed out");
    effects.age(subject, "3 min");
    first.unknown(mine(second.take(null, null)), "again", true);
    assertThat(effects.own(subject)).isEqualTo("-infinity|");
    assertThat(mine(second.take(null, null)).tries()).isEqualTo(3);
    assertThat(effects.side(subject, "state, first_tried_at + '3 min'::interval"))
        .isEqualTo("claimed|" + firstTried);
  }

  @Test
  void aPermitHoldsUntilSomebodyElseTries() throws SQLException {
    first.release(mine(first.take(null, null)));
    effects.age(subject, "25 h");
    int tries = ((Unknown) first.take(null, null)).tries();
    Mine mine = mine(first.take(tries, null));
    assertThat(mine.tries()).isEqualTo(tries + 1);
    first.unknown(mine, "lost", true);
    assertThat(second.take(tries, null))
        .isInstanceOf(Unknown.class); // an answer from before that try
    assertThat(effects.side(subject, "first_tried_at < now() - '24 h'::interval")).isEqualTo("t");
  }

  @Test
  void whatIsParkedStaysSoUntilItIsKnownToBeDone() throws SQLException {
    first.unknown(mine(first.take(null, null)), "lost.", true);
    effects.age(subject, "25 h");
    Unknown unknown = (Unknown) first.take(null, null);
    assertThat(first.park(unknown.tries() + 1, "no", false)).isFalse();
    assertThat(first.park(unknown.tries(), "ask the provider", false)).isTrue();
    assertThat(second.take(null, null))
        .isInstanceOfSatisfying(
            Parked.class, p -> assertThat(p.evidence()).startsWith("ask the provider"));
    first.done("msg-9");
    assertThat(second.take(null, null)).isEqualTo(new Done("msg-9", true));
    assertThat(first.park(unknown.tries(), "late", false)).isFalse();
  }

  private void sendAgain() throws SQLException {
    jobs.transactions()
        .<Object, SQLException>open(c -> EffectRows.sendAgain(c, "tickets", subject, "ada"));
  }

  @Test
  void whatAPersonAllowsIsTakenOnceAndThenUnknownAgain() throws SQLException {
    first.unknown(mine(first.take(null, null)), "lost.", true);
    effects.age(subject, "25 h");
    Unknown unknown = (Unknown) first.take(null, null);
    first.park(unknown.tries(), "ask the provider", false);
    sendAgain();
    first.unknown(mine(first.take(null, null)), "lost again.", true);
    assertThat(second.take(null, null)).isInstanceOf(Unknown.class);
  }

  @Test
  void whoeverIsStillAtTheOldIntentDoesNotParkTheNewOne() throws SQLException {
    int old = mine(first.take(null, null)).tries();
    effects.age(subject, "3 min");
    int parked = mine(second.take(null, null)).tries();
    assertThat(second.park(parked, "another request", true)).isTrue();
    effects.age(subject, "3 min"); // a row of the user's is not freed by what a person decides
    sendAgain();
    assertThat(mine(second.take(null, null)).intent()).isEqualTo(2);
    assertThat(first.park(old, "another request", true)).isFalse();
    assertThat(second.park(parked, "another request", true)).isFalse();
  }
}
