package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.job.JobType;
import dev.stagedoor.testkit.fakes.ModelProvider;
import dev.stagedoor.testkit.interleave.Limits;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.Work;
import dev.stagedoor.testkit.world.WrongUse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a test declares is looked at, or refused. */
class DeclarationsTest {
  private static final JobType<String> SEND = JobType.of("send_news", String.class);
  private static final EffectType NEWS = EffectType.of("news");

  interface Mailer {
    void send(String text, @Nullable String key);
  }

  static final class ModelMailer extends ModelProvider implements Mailer {
    ModelMailer() {}

    ModelMailer(Duration keepsKeys) {
      super(keepsKeys);
    }

    @Override
    public void send(String text, @Nullable String key) {
      accept(key, text);
    }
  }

  static final class Deaf extends ModelProvider implements Mailer {
    @Override
    public void send(String text, @Nullable String key) {}
  }

  private static SecondRun<Void> sending(@Nullable String key) {
    return SecondRun.of(w -> () -> w.client(Mailer.class).send("News", key))
        .client(Mailer.class, ModelMailer::new)
        .atMost(60);
  }

  private static SecondRun<Void> counted(@Nullable String key) {
    return sending(key).exactlyOnce("mail", w -> w.provider(ModelProvider.class).accepted());
  }

  private static SecondRun<String> job() {
    return SecondRun.of(SEND, "News")
        .handler(
            w ->
                run ->
                    run.effect(NEWS, 7)
                        .perform(key -> w.client(Mailer.class).send("News", key.value())),
            h -> h.effects(NEWS))
        .client(Mailer.class, ModelMailer::new)
        .exactlyOnce("mail", w -> w.provider(ModelMailer.class).accepted());
  }

  @Test
  void twoEffectsOfOneNameAreRefused() {
    assertThatThrownBy(() -> counted("k").exactlyOnce("mail", w -> 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two effects called \"mail\"");
  }

  @Test
  void aClientTakesThePlaceOfTheOneBefore() {
    Exploration said = counted("k").client(Mailer.class, Deaf::new).explore();

    assertThat(said.verdict()).isEqualTo(Verdict.LOST);
  }

  @Test
  void aCounterThatGrowsByNothingIsRefused() {
    assertThatThrownBy(() -> sending("k").exactlyOnceValue("sold", 0, "SELECT 1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"sold\" grows by 0");
  }

  @Test
  void aBudgetThatIsNoNumberIsRefused() {
    System.setProperty(Limits.INTERLEAVINGS, "many");
    try {
      assertThatThrownBy(() -> sending("k"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("-Dstagedoor.interleavings=many: give a number");
    } finally {
      System.clearProperty(Limits.INTERLEAVINGS);
    }
  }

  @Test
  void aJobWithoutAHandlerIsRefused() {
    assertThatThrownBy(() -> SecondRun.of(SEND, "x").exactlyOnce("mail", w -> 0).explore())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("job type send_news has no handler: add .handler(");
  }

  @Test
  void aStableKeyNeedsAModelThatKnowsKeys() {
    assertThatThrownBy(
            () ->
                SecondRun.of(w -> () -> w.client(Mailer.class).send("x", "k"))
                    .client(Mailer.class, () -> (text, key) -> {})
                    .keyStable(Mailer.class)
                    .explore())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("knows no keys: let it extend ModelProvider");
  }

  @Test
  void aClientThatIsNoInterfaceIsRefused() {
    assertThatThrownBy(
            () ->
                SecondRun.of(w -> () -> w.client(StringBuilder.class).append('x'))
                    .client(StringBuilder.class, StringBuilder::new)
                    .exactlyOnce("letter", w -> w.provider(StringBuilder.class).length())
                    .verify())
        .isInstanceOf(WrongUse.class)
        .hasMessageContaining("w.client(StringBuilder.class): it is no interface")
        .hasMessageContaining("w.provider(…)");
  }

  @Test
  void aClientThatWasNotGivenIsNoVerdictEvenIfTheHandlerCatchesThat() {
    assertThatThrownBy(
            () ->
                SecondRun.of(
                        w ->
                            () -> {
                              try {
                                w.client(Mailer.class).send("x", "k");
                              } catch (RuntimeException e) {
                                w.boundary(String.valueOf(e.getMessage()));
                              }
                            })
                    .eventually("anything", w -> true)
                    .verify())
        .isInstanceOf(WrongUse.class)
        .hasMessage(
            "w.client(Mailer.class): there is none, add .client(Mailer.class, …); there are []");
  }

  @Test
  void aHandlerThatRunsShareIsNoVerdict() {
    List<Work> made = new CopyOnWriteArrayList<>();
    assertThatThrownBy(
            () ->
                SecondRun.of(
                        w -> {
                          made.add(() -> w.boundary("write"));
                          return made.get(0);
                        })
                    .eventually("anything", w -> true)
                    .verify())
        .isInstanceOf(WrongUse.class)
        .hasMessageContaining("make the handler inside of the outer lambda");
  }

  @Test
  void aModelThatInterleavingsShareIsNoVerdict() {
    ModelMailer shared = new ModelMailer();
    assertThatThrownBy(
            () ->
                SecondRun.of(w -> () -> w.client(Mailer.class).send("x", "k"))
                    .client(Mailer.class, () -> shared)
                    .exactlyOnce("mail", w -> w.provider(ModelMailer.class).accepted())
                    .verify())
        .isInstanceOf(WrongUse.class)
        .hasMessageContaining("gives the same model again");
  }

  @Test
  void whatCannotBeAskedOrPutIsNamed() {
    SecondRun<Void> secondRun =
        SecondRun.of(w -> () -> w.boundary("write")).exactlyOnceRows("row", "SELEC 1");

    assertThatThrownBy(secondRun::verify)
        .hasMessage(
            "effect \"row\" cannot be counted: ERROR: syntax error at or near \"SELEC\", asked by"
                + " SELEC 1");
    assertThatThrownBy(() -> secondRun.given("INSERT INTO oders VALUES (1)").verify())
        .hasMessage(
            "given(…) cannot be put into the database: ERROR: relation \"oders\" does not exist");
  }

  @Test
  void nothingIsAllowedThatIsNoFailure() {
    assertThatThrownBy(() -> sending("k").allow(Verdict.ONCE, "of course"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give one that is a failure");
  }

  @Test
  void aReplayOfOneRunThatGoesOnLongerThanTheHandlerDoesNotPass() {
    assertThatThrownBy(() -> counted("k").replay("v1 runs=1 A:1 A:2 A:ack"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which does not come to A:2");
    assertThat(counted("k").replay("v1 runs=1 A:1 A:ack").verdict()).isEqualTo(Verdict.ONCE);
  }

  @Test
  void whatIsKeptInMemoryGoesAnotherWayTheSecondTime() {
    Set<String> seen = new HashSet<>();
    Exploration said =
        SecondRun.of(
                w ->
                    () -> {
                      if (seen.add("k")) {
                        w.client(Mailer.class).send("x", "k");
                      }
                      w.boundary("end");
                    })
            .client(Mailer.class, ModelMailer::new)
            .exactlyOnce("mail", w -> w.provider(ModelMailer.class).accepted())
            .explore();

    assertThat(said.verdict()).isEqualTo(Verdict.NONDETERMINISTIC);
    assertThat(said.report()).contains("is something static kept?");
  }

  @Test
  void noKeyIsNoStableKey() {
    Exploration said = sending(null).keyStable(Mailer.class).explore();

    assertThat(said.verdict()).isEqualTo(Verdict.TWICE);
    assertThat(said.report()).contains("Mailer got").contains("without a key");
    assertThat(sending("k").keyStable(Mailer.class).explore().verdict()).isEqualTo(Verdict.ONCE);
  }

  @Test
  void whatIsAllowedIsCountedAndSaidWhy() {
    Exploration said = counted(null).allow(Verdict.TWICE, "two are no harm").explore();

    assertThat(said.verdict()).isEqualTo(Verdict.ONCE);
    assertThat(said.report()).containsPattern("TWICE in \\d+, allowed: two are no harm");
  }

  @Test
  void aReplayThatTheHandlerDoesNotComeToTheEndOfDoesNotPass() {
    assertThatThrownBy(() -> counted("k").replay("v1 A:1 A:2 A:3!crash"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which does not come to A:2 A:3!crash");
    assertThat(counted("k").replay("v1 A:1 B:1!crash").verdict()).isEqualTo(Verdict.ONCE);
  }

  @Test
  void whatCountingThrowsIsNoVerdict() {
    assertThatThrownBy(
            () ->
                sending("k")
                    .exactlyOnce(
                        "mail",
                        w -> {
                          throw new SQLException("no such table");
                        })
                    .explore())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no such table");
  }

  @Test
  void aHandlerThatNeverSucceedsIsSaidToFailAlone() {
    Exploration said =
        SecondRun.of(
                w ->
                    () -> {
                      w.boundary("write");
                      throw new SQLException("no table");
                    })
            .exactlyOnce("row", w -> 0)
            .explore();

    assertThat(said.verdict()).isEqualTo(Verdict.STUCK);
    assertThat(said.report())
        .contains("no run completes it, even alone and with nothing going wrong")
        .contains("no table")
        .contains("1 interleaving in");
  }

  @Test
  void aProviderThatForgetsKeysIsAskedAgainAfterTheirLife() {
    Exploration said =
        SecondRun.of(w -> () -> w.client(Mailer.class).send("News", "news-7"))
            .client(Mailer.class, () -> new ModelMailer(Duration.ofHours(24)))
            .exactlyOnce("mail", w -> w.provider(ModelMailer.class).accepted())
            .explore();

    assertThat(said.verdict()).isEqualTo(Verdict.TWICE);
    assertThat(said.replay()).contains("clock+86580s");
  }

  /** One run is enough, and the clock must not be moved by hand. */
  @Test
  void aJobThatComesAgainAfterItsKeyIsForgottenIsFoundEarly() {
    Exploration said =
        SecondRun.of(
                w ->
                    () -> {
                      try (var connection = w.dataSource().getConnection();
                          var sql = connection.createStatement()) {
                        if (!sql.executeQuery("SELECT 1 FROM sent").next()) {
                          w.client(Mailer.class).send("News", "k");
                          sql.executeUpdate("INSERT INTO sent VALUES (1)");
                        }
                      }
                    })
            .given("CREATE TABLE sent (id int)")
            .client(Mailer.class, () -> new ModelMailer(Duration.ofHours(1)))
            .exactlyOnce("mail", w -> w.provider(ModelMailer.class).accepted())
            .explore();

    assertThat(said.verdict()).isEqualTo(Verdict.TWICE);
    assertThat(said.report()).contains("twice.md#key-life").doesNotContain("two runs");
  }

  @Test
  void aClaimWhoseKeyIsForgottenIsLeftToAPerson() {
    Exploration said = job().replay("v1 runs=1 A:1 A:2 A:3!lost clock+86580s A:4!crash");

    assertThat(said.verdict()).as(said.report()).isEqualTo(Verdict.ONCE);
    assertThat(said.report()).contains("in the end: mail 1");
  }

  @Test
  void aStreamThatLosesItsEntriesLosesNoJob() {
    Exploration said = job().replay("v1 runs=1 A:1 A:2 A:3 A:4 A:5 A:6 A:7 A:8 wipe A:ack!crash");

    assertThat(said.verdict()).as(said.report()).isEqualTo(Verdict.ONCE);
    assertThat(said.trace()).anyMatch(line -> line.contains("the stream loses what it holds"));
    assertThat(said.report()).contains("in the end: mail 1");
  }
}
