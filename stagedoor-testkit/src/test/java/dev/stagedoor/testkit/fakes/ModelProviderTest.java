package dev.stagedoor.testkit.fakes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.testkit.contract.ProviderContract;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelProviderTest implements ProviderContract {
  private static final Duration DAY = Duration.ofHours(24);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  /** A small one, as a user would write it. */
  private static final class ModelMailer extends ModelProvider {
    private final AtomicLong numbers = new AtomicLong();

    private ModelMailer() {
      super(DAY);
    }

    String mail(@Nullable String key, String text) {
      return accept(key, text, () -> "mail-" + numbers.incrementAndGet());
    }
  }

  private final ModelMailer mailer = new ModelMailer();
  private final ManualClock clock = ManualClock.at(NOON);

  ModelProviderTest() {
    mailer.use(clock);
  }

  @Override
  public Reply send(@Nullable String key, String request) {
    try {
      return new Reply.Done(mailer.mail(key, request));
    } catch (ModelProvider.KeyReused e) {
      return new Reply.KeyReused();
    }
  }

  @Override
  public long accepted() {
    return mailer.accepted();
  }

  @Override
  public Optional<Duration> keysLife() {
    return Optional.of(DAY);
  }

  @Override
  public void pass(Duration time) {
    clock.advance(time);
  }

  @Test
  void tellsEverythingThatCame() {
    mailer.mail("key-1", "a");
    mailer.mail("key-1", "a");
    clock.advance(Duration.ofMinutes(1));
    mailer.mail(null, "b");
    assertThatThrownBy(() -> mailer.mail("key-1", "c")).hasMessageContaining("\"key-1\"");

    assertThat(mailer.calls()).isEqualTo(4);
    assertThat(mailer.keys()).containsExactly("key-1");
    assertThat(mailer.requests())
        .containsExactly(
            new ModelProvider.Accepted("key-1", "a", NOON),
            new ModelProvider.Accepted(null, "b", NOON.plusSeconds(60)));
    assertThat(mailer.accepted(request -> request.key() == null)).isEqualTo(1);
  }

  @Test
  void aRequestWhoseAnswerCannotBeMadeHadNoEffect() {
    assertThatThrownBy(
            () ->
                mailer.accept(
                    "key-1",
                    "a",
                    () -> {
                      throw new IllegalStateException("down");
                    }))
        .hasMessage("down");

    assertThat(mailer.accepted()).isZero();
    assertThat(mailer.mail("key-1", "a")).isEqualTo("mail-1");
  }
}
