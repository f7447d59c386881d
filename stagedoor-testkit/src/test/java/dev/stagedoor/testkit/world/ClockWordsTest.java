package dev.stagedoor.testkit.world;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClockWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT CURRENT_TIMESTAMP | SELECT stagedoor_clock.current_timestamp()",
        "SELECT Current_Timestamp (3) | SELECT stagedoor_clock.current_timestamp (3)",
        "SELECT current_date+1 | SELECT stagedoor_clock.current_date()+1",
        "(LOCALTIME, localtimestamp(0)) | (stagedoor_clock.localtime(),"
            + " stagedoor_clock.localtimestamp(0))",
        "SELECT CURRENT_TIME AS current_time | SELECT stagedoor_clock.current_time() AS current_time",
      })
  void keywordsBecomeCalls(String sql, String moved) {
    assertThat(DatabaseClock.rewrite(sql)).isEqualTo(moved);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 'CURRENT_DATE', E'\\'CURRENT_DATE', $$CURRENT_DATE$$, $x$ $$ LOCALTIME $x$",
        "SELECT 1 -- CURRENT_DATE",
        "SELECT 1 /* CURRENT_DATE /* */ LOCALTIME */",
        "SELECT \"current_date\", t.current_date, 1 AS current_date, my_current_date FROM t",
        "SELECT current_user",
      })
  void whatOnlyLooksLikeAKeywordIsLeft(String sql) {
    assertThat(DatabaseClock.rewrite(sql)).isEqualTo(sql);
  }

  @Test
  void aTextWithoutAKeywordIsTheSame() {
    String sql = "SELECT now()";

    assertThat(DatabaseClock.rewrite(sql)).isSameAs(sql);
  }

  @Test
  void whatTheServerPrintsIsTurnedBack() {
    assertThat(
            ClockWords.original(
                "(stagedoor_clock.now() + stagedoor_clock.\"current_timestamp\"(3),"
                    + " stagedoor_clock.\"current_date\"(), 'stagedoor_clock.now()')"))
        .isEqualTo("(now() + current_timestamp(3), current_date, 'stagedoor_clock.now()')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "set search_path = x",
        "SELECT set_config('a', 'b', true); SET LOCAL search_path TO x",
        "DISCARD ALL",
        "RESET ALL",
        "ROLLBACK TO SAVEPOINT a",
      })
  void statementsThatMayUndoSettingsAreKnown(String sql) {
    assertThat(DatabaseClock.mayForget(sql)).isTrue();
    assertThat(DatabaseClock.mayForget("SELECT '" + sql.replace("'", "''") + "'")).isFalse();
  }
}
