package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {
  private static PostgresUrl read(String text, String... environment) {
    Map<String, String> variables =
        environment.length == 0 ? Map.of() : Map.of(environment[0], environment[1]);
    return PostgresUrl.of(text, variables::get);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://ada:p%40ss%2F+%26w@db.example:6543/tickets?sslmode=require",
        "postgresql://ada:p%40ss%2F+%26w@db.example:6543/tickets?sslmode=require",
        "jdbc:postgresql://db.example:6543/tickets?user=ada&sslmode=require"
            + "&password=p%40ss%2F%2B%26w",
      })
  void eachFormGivesTheSame(String text) {
    PostgresUrl url = read(text);

    assertThat(url.jdbcUrl())
        .isEqualTo("jdbc:postgresql://db.example:6543/tickets?sslmode=require");
    assertThat(url.user()).isEqualTo("ada");
    assertThat(url.password()).isEqualTo("p@ss/+&w");
    assertThat(url.server()).isEqualTo("db.example:6543");
    assertThat(url.database()).isEqualTo("tickets");
  }

  @ParameterizedTest
  @CsvSource({
    "postgres://u@h/db,h:5432",
    "postgres://u@h:1/db,h:1",
    "postgres://u@[::1]/db,[::1]:5432",
    "postgres://u@[::1]:7/db,[::1]:7",
    "'postgres://u@h:1,i:2/db','h:1,i:2'",
  })
  void theServerIsNamedWithItsPort(String text, String server) {
    assertThat(read(text).server()).isEqualTo(server);
  }

  @Test
  void thePasswordComesFromTheEnvironmentWhereTheTextHasNone() {
    assertThat(read("postgres://ada@h/tickets", "PGPASSWORD", "s").password()).isEqualTo("s");
    assertThat(read("postgres://ada:t@h/tickets", "PGPASSWORD", "s").password()).isEqualTo("t");
    assertThat(read("postgres://h/tickets", "PGUSER", "bob").user()).isEqualTo("bob");
  }

  @Test
  void noPasswordIsEverPrinted() {
    assertThat(read("postgres://ada:secret@h/tickets"))
        .hasToString("postgres://ada@h:5432/tickets");
    assertThat(read("postgres://ada:secret@h/tickets").jdbcUrl()).doesNotContain("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://ada:secret@h/tickets",
        "postgres://ada:secret@h",
        "postgres://ada:secret@h/",
        "postgres://ada:secret@h:many/tickets",
        "jdbc:postgresql://h:many/tickets?password=secret",
        "jdbc:postgresql://h/tickets?password=secret",
        "postgres://ada:secret%@h/tickets",
        "",
      })
  void whatCannotBeOneIsRefusedInOneLineWithoutThePassword(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(BadUse.class)
        .hasMessageContaining("PostgreSQL URL \"")
        .hasMessageContaining("give postgres://")
        .hasMessageNotContaining("secret");
  }
}
