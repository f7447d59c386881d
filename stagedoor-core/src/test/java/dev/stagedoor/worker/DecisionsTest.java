package dev.stagedoor.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.Effects;
import dev.stagedoor.Effects.Resolved;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.effect.ClaimTable;
import dev.stagedoor.effect.EffectState;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.SendFailure;
import dev.stagedoor.effect.Unsure;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.tx.NoTransactionException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person decides about an effect of which nobody knows whether it happened. */
final class DecisionsTest {
  private static final EffectType TICKETS = EffectType.of("tickets");
  private static final EffectType LETTER = EffectType.of("letter").providerHasNoKeys(Unsure.PARK);
  private final Stage stage = new Stage();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile boolean lost = true;

  @AfterEach
  void close() {
    stage.close();
  }

  private Effects effects(EffectType type, JobHandler<Stage.Word> handler) {
    Stagedoor stagedoor = stage.start(b -> b.handle(Stage.WORK, handler, h -> h.effects(type)));
    return stagedoor.effects();
  }

  /** Sends, and loses the reply as long as {@link #lost} says so. */
  private void send(IdempotencyKey key) throws IOException {
    requests.add(key.value());
    if (lost) {
      throw new IOException("no answer");
    }
  }

  private interface Deciding {
    Resolved in(Connection tx) throws SQLException;
  }

  private Resolved decide(Deciding deciding) throws SQLException {
    try (Connection tx = stage.database.getConnection()) {
      tx.setAutoCommit(false);
      Resolved resolved = deciding.in(tx);
      tx.commit();
      return resolved;
    }
  }

  @Test
  void itWasDoneSoTheJobGoesOnBehindIt() throws Exception {
    Effects effects = effects(LETTER, run -> run.effect(LETTER, 4471).perform(this::send));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    assertThat(effects.open(10))
        .singleElement()
        .satisfies(
            open -> {
              assertThat(open.state()).isEqualTo("parked");
              assertThat(open.job()).isEqualTo(id);
              assertThat(open.evidence().orElseThrow()).contains("no answer");
              assertThat(open.decision()).isEmpty();
            });

    assertThat(decide(tx -> effects.wasDone(tx, "letter", "4471", "ada", "seen at the post")))
        .isEqualTo(Resolved.REDRIVEN);
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(requests).hasSize(1);
    EffectState done = effects.find("letter", "4471").orElseThrow();
    assertThat(done.state()).isEqualTo("done");
    assertThat(done.reference()).contains("seen at the post");
    assertThat(done.decision().orElseThrow().by()).isEqualTo("ada");
    assertThat(effects.open(10)).isEmpty();
  }

  private EffectType inOwnTable(EffectType type) {
    stage.sql(
        "CREATE TABLE letters (number bigint PRIMARY KEY, claimed_at timestamptz NOT NULL,"
            + " sent_at timestamptz)");
    return type.in(ClaimTable.named("letters").subject("number").withoutKind().doneAt("sent_at"));
  }

  @Test
  void whatIsClaimedInATableOfTheUsersIsSentAgainToo() throws Exception {
    EffectType own = inOwnTable(LETTER);
    Effects effects = effects(own, run -> run.effect(own, 4471).perform(this::send));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    decide(tx -> effects.sendAgain(tx, "letter", "4471", "ada"));
    stage.events.await("parked again", 2, Recorder.moved(id, Transition.PARK));
    assertThat(requests).hasSize(2);

    lost = false;
    decide(tx -> effects.sendAgain(tx, "letter", "4471", "ada"));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(requests).hasSize(3);
    assertThat(stage.number("SELECT count(*) FROM letters WHERE sent_at IS NOT NULL")).isOne();
  }

  @Test
  void whatIsClaimedInATableOfTheUsersIsDoneAnewThoughItsFirstKeyIsForgotten() throws Exception {
    EffectType own = inOwnTable(TICKETS);
    Effects effects =
        effects(
            own,
            run ->
                run.effect(own, 4471)
                    .perform(
                        key -> {
                          requests.add(key.value());
                          if (lost) {
                            throw SendFailure.keyReused("422");
                          }
                        }));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    longAgo();
    stage.sql("UPDATE letters SET claimed_at = claimed_at - interval '25 h'");
    lost = false;
    decide(tx -> effects.sendAgain(tx, "tickets", "4471", "ada"));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(requests).containsExactly("tickets-4471", "tickets~2-4471");
  }

  @Test
  void aRowOfTheUsersThatWasDeletedForgetsNoTry() throws Exception {
    EffectType own = inOwnTable(TICKETS);
    effects(
        own,
        run ->
            run.effect(own, 4471)
                .perform(
                    key -> {
                      longAgo();
                      stage.sql("DELETE FROM letters");
                      send(key);
                    }));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    assertThat(requests).hasSize(1);
  }

  @Test
  void aDecisionInAutoCommitIsRefusedBeforeItIsWritten() throws Exception {
    Effects effects = effects(LETTER, run -> run.effect(LETTER, 4471).perform(this::send));
    stage.events.awaitMoved(stage.enqueue("a"), Transition.PARK);
    try (Connection autoCommit = stage.database.getConnection()) {
      assertThatThrownBy(() -> effects.sendAgain(autoCommit, "letter", "4471", "ada"))
          .isInstanceOf(NoTransactionException.class)
          .hasMessageContaining("setAutoCommit(false)");
      assertThatThrownBy(() -> effects.wasDone(autoCommit, "letter", "4471", "ada", null))
          .isInstanceOf(NoTransactionException.class);
    }
    assertThat(effects.open(10)).hasSize(1);
  }

  @Test
  void theUsersOwnRowIsMarkedByTheNextRun() throws Exception {
    EffectType own = inOwnTable(LETTER);
    Effects effects = effects(own, run -> run.effect(own, 4471).perform(this::send));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    decide(tx -> effects.wasDone(tx, "letter", "4471", "ada", null));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(stage.number("SELECT count(*) FROM letters WHERE sent_at IS NOT NULL")).isOne();
    assertThat(requests).hasSize(1);
  }

  @Test
  void itIsSentAgainOnceAndThenAPersonIsAskedAnew() throws Exception {
    Effects effects = effects(LETTER, run -> run.effect(LETTER, 4471).perform(this::send));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    assertThat(decide(tx -> effects.sendAgain(tx, "letter", "4471", "ada")))
        .isEqualTo(Resolved.REDRIVEN);
    stage.events.await("parked again", 2, Recorder.moved(id, Transition.PARK));
    assertThat(requests).hasSize(2);

    lost = false;
    decide(tx -> effects.sendAgain(tx, "letter", "4471", "bob"));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(requests).hasSize(3);
    assertThat(effects.find("letter", "4471").orElseThrow().decision().orElseThrow().what())
        .isEqualTo("send again");
  }

  @Test
  void C78_pastTheKeysLifeItIsSentAgainUnderTheSameKeyWithTheSameBytesOnceAllowed()
      throws Exception {
    List<String> bodies = new CopyOnWriteArrayList<>();
    Effects effects =
        effects(
            TICKETS,
            run ->
                run.effect(TICKETS, 4471)
                    .request(() -> ("body " + run.attempt()).getBytes("UTF-8"))
                    .perform(
                        (key, body) -> {
                          bodies.add(new String(body, "UTF-8"));
                          longAgo();
                          send(key);
                        }));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    assertThat(requests).containsExactly("tickets-4471");

    lost = false;
    assertThat(decide(tx -> effects.sendAgain(tx, "tickets", "4471", "ada")))
        .isEqualTo(Resolved.REDRIVEN);
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(requests).containsExactly("tickets-4471", "tickets-4471");
    assertThat(bodies).containsExactly("body 1", "body 1");
  }

  @Test
  void C78_thePermissionIsUsedUpByTheNextTry() throws Exception {
    Effects effects =
        effects(
            TICKETS,
            run ->
                run.effect(TICKETS, 4471)
                    .perform(
                        key -> {
                          longAgo();
                          send(key);
                        }));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    decide(tx -> effects.sendAgain(tx, "tickets", "4471", "ada"));
    stage.events.await("parked again", 2, Recorder.moved(id, Transition.PARK));
    assertThat(requests).hasSize(2);
  }

  /** As if the provider had forgotten the key of every try that was made. */
  private void longAgo() {
    stage.sql("UPDATE stagedoor.effects SET first_tried_at = first_tried_at - interval '25 h'");
  }

  @Test
  void C76_whatTheProviderKnowsAsAnotherRequestBecomesANewIntent() throws Exception {
    Effects effects =
        effects(
            TICKETS,
            run ->
                run.effect(TICKETS, 4471)
                    .request(() -> ("body " + run.attempt()).getBytes("UTF-8"))
                    .perform(
                        (key, body) -> {
                          requests.add(key.value() + " " + new String(body, "UTF-8"));
                          if (lost) {
                            throw SendFailure.keyReused("422");
                          }
                        }));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    assertThat(effects.find("tickets", "4471").orElseThrow().otherRequest()).isTrue();

    lost = false;
    decide(tx -> effects.sendAgain(tx, "tickets", "4471", "ada"));
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(requests).containsExactly("tickets-4471 body 1", "tickets~2-4471 body 2");
    EffectState done = effects.find("tickets", "4471").orElseThrow();
    assertThat(done.intent()).isEqualTo(2);
    assertThat(done.tries()).isEqualTo(2);
    assertThat(done.decision().orElseThrow().what()).isEqualTo("do anew");
  }

  /** A provider that keeps a failure under its key answers with it for ever. */
  @Test
  void C79_aFailureThatTheProviderReplaysEndsAfterSoManyTriesUnderOneKey() throws Exception {
    Effects effects = effects(TICKETS, run -> run.effect(TICKETS, 4471).perform(this::send500));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.DIE);
    assertThat(requests).hasSize(5).containsOnly("tickets-4471");
    assertThat(effects.find("tickets", "4471").orElseThrow().state()).isEqualTo("unknown");
    assertThat(effects.open(1)).hasSize(1); // for a person to decide

    assertThat(decide(tx -> effects.wasDone(tx, "tickets", "4471", "ada", null)))
        .isEqualTo(Resolved.REDRIVEN);
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(requests).hasSize(5);
  }

  private void send500(IdempotencyKey key) {
    requests.add(key.value());
    SendFailure.throwUnlessOk(500, null);
  }

  @Test
  void whatIsNotOpenIsLeftAsItIs() throws Exception {
    lost = false;
    Effects effects = effects(LETTER, run -> run.effect(LETTER, 4471).perform(this::send));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.COMPLETE);
    assertThat(decide(tx -> effects.sendAgain(tx, "letter", "4471", "ada")))
        .isEqualTo(Resolved.NOT_OPEN);
    assertThat(decide(tx -> effects.wasDone(tx, "letter", "1", "ada", null)))
        .isEqualTo(Resolved.NOT_FOUND);
    assertThat(effects.find("letter", "4471").orElseThrow().decision()).isEmpty();
  }

  @Test
  void aDecisionWithoutAJobIsKept() throws Exception {
    Effects effects = effects(LETTER, run -> run.effect(LETTER, 4471).perform(this::send));
    JobId id = stage.enqueue("a");
    stage.events.awaitMoved(id, Transition.PARK);
    stage.sql("DELETE FROM stagedoor.outbox");
    assertThat(decide(tx -> effects.wasDone(tx, "letter", "4471", "ada", null)))
        .isEqualTo(Resolved.DECIDED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb"})
  void somebodyDecides(String by) {
    Effects effects = effects(LETTER, run -> {});
    assertThatThrownBy(() -> decide(tx -> effects.sendAgain(tx, "letter", "1", by)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name who decides");
  }
}
