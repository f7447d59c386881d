package dev.stagedoor.testkit.interleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterleavingTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "v1",
        "v1 A:1 A:2 clock+180s B:1 A:3 A:ack B:2 B:3 B:ack",
        "v1 runs=3 C:1 B:12!crash A:ack!lost",
        "v1 runs=1 A:1!40001",
        "v1 B=reclaimed A:1!429 B:1"
      })
  void isWhatItsTextSays(String text) {
    assertThat(Interleaving.parse(text)).hasToString(text);
  }

  @Test
  void readsEachWord() {
    Interleaving read = Interleaving.parse("  v1 runs=3  A:1!crash\n clock+90s B:ack ");

    assertThat(read.runs()).isEqualTo(3);
    assertThat(read.reclaimed()).isFalse();
    assertThat(read.choices())
        .isEqualTo(
            List.of(
                new Choice.Step("A", 1, Choice.CRASH),
                new Choice.Jump(Duration.ofSeconds(90)),
                new Choice.Step("B", 0, Choice.NONE)));
    assertThat(read.faults()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"v1 A", "v1 A:0", "v1 a:1", "v1 A:1!", "v1 clock+0s", "v1 runs=0", "v1 A:1 B"})
  void namesTheWordThatIsNone(String text) {
    String[] words = text.split(" ");

    assertThatThrownBy(() -> Interleaving.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("word " + (words.length - 1))
        .hasMessageContaining("\"" + words[words.length - 1] + "\"")
        .hasMessageContaining("clock+180s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v2 A:1", "A:1 B:1"})
  void refusesWhatDoesNotBeginWithItsVersion(String text) {
    assertThatThrownBy(() -> Interleaving.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("begins with v1");
  }
}
