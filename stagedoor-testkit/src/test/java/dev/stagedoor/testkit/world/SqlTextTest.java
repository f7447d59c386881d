package dev.stagedoor.testkit.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.world.SqlText.Word;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "SELECT a, B FROM t | select a b from t",
        "SELECT x FROM Stagedoor.Outbox o | select x from stagedoor.outbox o",
        "SELECT 1 FROM stagedoor . /* here */ outbox | select from stagedoor.outbox",
        "SELECT \"Quoted\".x, \"outbox\".\"a\"\"b\" | select \"Quoted\".x outbox.\"a\"\"b\"",
        "SELECT t.* FROM t | select t from t",
        "SELECT 'a now() b' x | select x",
        "SELECT 'it''s now' x | select x",
        "SELECT 'back\\' x, 'y' | select x",
        "SELECT E'it\\'s now' x | select x",
        "SELECT e'a\\\\' x | select x",
        "SELECT B'01', N'now', X'1F' x | select x",
        "SELECT $$now$$, $a$ $$ now $b$ $a$ x | select x",
        "SELECT $1, a$b$c, $2 x | select a$b$c x",
        "SELECT 1e5, 1.5now, 0x1F x | select x",
        "SELECT a -- now | select a",
        "SELECT /* now /* and */ now */ x | select x",
        "SELECT a/b-c | select a b c",
        "SELECT 'open now | select",
        "SELECT $a$ open now | select",
        "SELECT /* open now | select",
        "SELECT überall | select überall",
      })
  void wordsAreWhatTheServerWouldFind(String sql, String words) {
    assertThat(String.join(" ", SqlText.of(sql).words().stream().map(Word::name).toList()))
        .isEqualTo(words);
  }

  @Test
  void aLineCommentEndsWithItsLine() {
    assertThat(SqlText.of("a -- b 'c\nd").words()).extracting(Word::name).containsExactly("a", "d");
  }

  @Test
  void aWordKnowsItsPlaceAndWhetherItIsCalled() {
    List<Word> words = SqlText.of("f (1) + g -- x\n() \"now\" + now").words();

    assertThat(words)
        .containsExactly(
            new Word("f", 0, 1, false, true),
            new Word("g", 8, 9, false, true),
            new Word("now", 18, 23, true, false),
            new Word("now", 26, 29, false, false));
    assertThat(SqlText.of("\"now\"").has("now")).isFalse();
  }

  @Test
  void longTextsOfDoubledQuotesAreRead() {
    assertThat(SqlText.of("'" + "''".repeat(200_000) + "' x").has("x")).isTrue();
  }
}
