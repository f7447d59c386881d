package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.job.JobType;
import dev.stagedoor.testkit.fakes.ModelProvider;
import dev.stagedoor.testkit.interleave.Verdict;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real processes, really killed. {@code mvn verify -Pkill}. */
@Tag("kill")
class KilledRunTest {
  private static final String SALES =
      "CREATE TABLE sales (sold int NOT NULL); INSERT INTO sales VALUES (0)";
  private static final JobType<Order> JOB = JobType.of("send_tickets", Order.class);
  private static final EffectType EMAIL =
      EffectType.of("tickets").providerKeepsKeys(Duration.ofHours(24));

  record Order(long id) {}

  interface Mailer {
    void send(String to, String key);
  }

  static final class ModelMailer extends ModelProvider implements Mailer {
    @Override
    public void send(String to, String key) {
      accept(key, to);
    }
  }

  static final class WithAKey implements Supplier<SecondRun<?>> {
    @Override
    public SecondRun<?> get() {
      return SecondRun.of(JOB, new Order(4471))
          .handler(
              w -> {
                Mailer mailer = w.client(Mailer.class);
                return run ->
                    run.effect(EMAIL, run.payload().id())
                        .perform(key -> mailer.send("eva", key.value()));
              },
              h -> h.effects(EMAIL))
          .client(Mailer.class, ModelMailer::new)
          .exactlyOnce("email", w -> w.provider(ModelMailer.class).accepted());
    }
  }

  static final class WithAKeyForEachTry implements Supplier<SecondRun<?>> {
    @Override
    public SecondRun<?> get() {
      return SecondRun.of(JOB, new Order(4471))
          .handler(
              w -> {
                Mailer mailer = w.client(Mailer.class);
                return run -> mailer.send("eva", "tickets-" + run.attempt() + "-" + run.run());
              })
          .client(Mailer.class, ModelMailer::new)
          .exactlyOnce("email", w -> w.provider(ModelMailer.class).accepted());
    }
  }

  static final class Counter implements Supplier<SecondRun<?>> {
    @Override
    public SecondRun<?> get() {
      return SecondRun.of(JOB, new Order(4471))
          .onceHandler(w -> (run, tx) -> tx.update("UPDATE sales SET sold = sold + 2"))
          .given(SALES)
          .exactlyOnceValue("sold", 2, "SELECT sold FROM sales");
    }
  }

  static final class CounterInItsOwnTransaction implements Supplier<SecondRun<?>> {
    @Override
    public SecondRun<?> get() {
      return SecondRun.of(JOB, new Order(4471))
          .handler(w -> run -> run.transaction(tx -> tx.update("UPDATE sales SET sold = sold + 2")))
          .given(SALES)
          .exactlyOnceValue("sold", 2, "SELECT sold FROM sales");
    }
  }

  /** For another queue; what it says must come through the pipe as it is. */
  static final class Greeting implements Supplier<SecondRun<?>> {
    private static final String TEXT = "Grüße, Łucja";

    @Override
    public SecondRun<?> get() {
      return SecondRun.of(
              w ->
                  () -> {
                    try (Connection connection = w.dataSource().getConnection();
                        Statement sql = connection.createStatement()) {
                      sql.executeUpdate("INSERT INTO greeted VALUES (7) ON CONFLICT DO NOTHING");
                    }
                    w.client(Mailer.class).send(TEXT, "greeting-7");
                  })
          .given("CREATE TABLE greeted (id int PRIMARY KEY)")
          .client(Mailer.class, ModelMailer::new)
          .exactlyOnce(
              "greeting",
              w -> w.provider(ModelMailer.class).accepted(mail -> mail.request().equals(TEXT)));
    }
  }

  static final class Failing implements Supplier<SecondRun<?>> {
    @Override
    public SecondRun<?> get() {
      return SecondRun.of(
              w ->
                  () -> {
                    w.boundary("write");
                    throw new IllegalStateException("no disk");
                  })
          .exactlyOnce("file", w -> 0);
    }
  }

  @Test
  void anEffectWithAKeyHappensOnce() {
    survives(WithAKey.class, 8);
  }

  @Test
  void aCounterWithTheJobsIdIsRaisedOnce() {
    survives(Counter.class, 8);
  }

  private static void survives(Class<? extends Supplier<SecondRun<?>>> job, int rounds) {
    KilledRun.Killed killed = KilledRun.of(job).kill(rounds);

    System.out.printf(
        "%s: %d kills in %d s, %d a minute%n",
        job.getSimpleName(),
        killed.kills(),
        killed.elapsed().toSeconds(),
        killed.kills() * 60_000L / killed.elapsed().toMillis());
    assertThat(killed.verdict()).as(killed.report()).isEqualTo(Verdict.ONCE);
    assertThat(killed.kills()).isGreaterThanOrEqualTo(rounds * 3);
  }

  @Test
  void aHandlerOfAnotherQueueIsKilledAsWell() {
    survives(Greeting.class, 12);
  }

  @Test
  void aBudgetOfNoRoundsIsRefused() {
    assertThatThrownBy(() -> KilledRun.of(Counter.class).kill(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("kill(0): give 1 or more rounds");
  }

  @Test
  void aRunThatFailsByItselfIsNotKilled() {
    assertThatThrownBy(() -> KilledRun.of(Failing.class).kill(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("one run that is alone is STUCK");
  }

  @Test
  void aKeyForEachTryIsFound() {
    KilledRun.Killed killed = KilledRun.of(WithAKeyForEachTry.class).kill(1);

    assertThat(killed.verdict()).as(killed.report()).isEqualTo(Verdict.TWICE);
    assertThat(killed.report()).contains("DIES before", "email 2");
  }

  @Test
  void aCounterInATransactionOfItsOwnIsFound() {
    KilledRun.Killed killed = KilledRun.of(CounterInItsOwnTransaction.class).kill(1);

    assertThat(killed.verdict()).as(killed.report()).isEqualTo(Verdict.TWICE);
  }
}
