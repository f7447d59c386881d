package dev.stagedoor.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.contract.ProviderFixture.Reply.Done;
import dev.stagedoor.testkit.contract.ProviderFixture.Reply.KeyMissing;
import dev.stagedoor.testkit.contract.ProviderFixture.Reply.KeyReused;
import dev.stagedoor.testkit.contract.ProviderFixture.Reply.StillRunning;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What effects rely on at a provider with idempotency keys, as tests: run it against the model that
 * your tests use and against the provider's sandbox, and the model is as good as the provider.
 *
 * <p>The rules are those of the IETF draft "The Idempotency-Key HTTP Header Field".
 */
public interface ProviderContract extends ProviderFixture {
  /** The effect happens once however often the same is asked. */
  @Test
  default void theSameAgainIsAnsweredFromMemory() throws Exception {
    Reply first = send("key-1", "a");
    assertThat(accepted()).isEqualTo(1);

    Reply second = send("key-1", "a");
    Reply third = send("key-1", "a");

    assertThat(first).isInstanceOf(Done.class);
    assertThat(List.of(second, third)).containsOnly(first);
    assertThat(accepted()).isEqualTo(1);
  }

  /** And spoils nothing: the key still stands for the first request. */
  @Test
  default void anotherRequestUnderTheKeyIsRefused() throws Exception {
    Reply first = send("key-1", "a");

    assertThat(send("key-1", "b")).isEqualTo(new KeyReused());

    assertThat(accepted()).isEqualTo(1);
    assertThat(send("key-1", "a")).isEqualTo(first);
    assertThat(accepted()).isEqualTo(1);
  }

  /** It is the key that says what is the same, not the request. */
  @Test
  default void theSameRequestUnderTwoKeysIsTwoEffects() throws Exception {
    assertThat(send("key-1", "a")).isNotEqualTo(send("key-2", "a"));
    assertThat(accepted()).isEqualTo(2);
  }

  /** Whoever sends none is not protected. */
  @Test
  default void withoutAKeyEachRequestIsAnEffectOrNoneIs() throws Exception {
    Reply first = send(null, "a");
    Reply second = send(null, "a");

    if (keyIsRequired()) {
      assertThat(List.of(first, second)).containsOnly(new KeyMissing());
      assertThat(accepted()).isZero();
    } else {
      assertThat(List.of(first, second)).hasOnlyElementsOfType(Done.class).doesNotHaveDuplicates();
      assertThat(accepted()).isEqualTo(2);
    }
  }

  /** The others wait for the first, or are told to ask again; asking again is safe. */
  @Test
  default void ofManyAtOnceUnderOneKeyOneIsAccepted() throws Exception {
    List<Reply> replies = Race.run(Collections.nCopies(8, () -> send("key-1", "a")));

    Reply later = send("key-1", "a");
    assertThat(replies)
        .contains(later)
        .allSatisfy(reply -> assertThat(reply).isIn(later, new StillRunning()));
    assertThat(later).isInstanceOf(Done.class);
    assertThat(accepted()).isEqualTo(1);
  }

  /** Counted from its first request, whatever came since. */
  @Test
  default void aKeyIsForgottenWhenItsLifeIsOver() throws Exception {
    if (keysLife().isEmpty()) {
      return; // longer than a test can wait
    }
    Duration life = keysLife().get();
    Reply first = send("key-1", "a");
    pass(life.minusMillis(1));
    assertThat(send("key-1", "a")).as("just before").isEqualTo(first);
    assertThat(send("key-1", "b")).as("just before").isEqualTo(new KeyReused());

    pass(Duration.ofMillis(1));

    Reply anew = send("key-1", "b");
    assertThat(anew).isInstanceOf(Done.class).isNotEqualTo(first);
    assertThat(accepted()).isEqualTo(2);
    assertThat(send("key-1", "b")).as("a new life").isEqualTo(anew);
    assertThat(send("key-1", "a")).as("a new life").isEqualTo(new KeyReused());
    assertThat(accepted()).isEqualTo(2);
  }
}
