package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.TestServers;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each bad input: exit code 2, one line on standard error that says what and the mend. */
class BadUseTest {
  private static final int NOBODY = 1; // a port that no server may take without rights

  static Stream<Arguments> badInputs() {
    String server = "127.0.0.1:" + TestServers.postgres().port();
    String user = TestServers.postgres().user();
    String good = TestServers.postgres().jdbcUrl();
    return Stream.of(
        of("Missing command: see `stagedoor --help`"),
        of("Missing command: see `stagedoor jobs --help`", "jobs"),
        of("no option \"--stat\": see", "jobs", "list", "--stat"),
        of("no command \"job\": there are jobs, ", "job"),
        of("--limit many: give a whole number", "jobs", "list", "--limit", "many"),
        of("--limit is 0: give 1 to 10000", "jobs", "list", "--limit", "0"),
        of(
            "--state: \"gone\" is no state of a job; give one of waiting, due,",
            "jobs",
            "list",
            "--state",
            "gone"),
        of(
            "no PostgreSQL is named: give --postgres URL, or set STAGEDOOR_POSTGRES",
            "jobs",
            "list"),
        of("cannot be read: give postgres://USER@HOST", "jobs", "list", "--postgres", "127.0.0.1"),
        of("cannot be read: give", "migrate", "--postgres", "postgres://ada:secret@h"),
        of("no option \"--redis\"", "migrate", "--redis", "http://127.0.0.1"),
        of(
            "PostgreSQL at 127.0.0.1:" + NOBODY + " cannot be reached (",
            "jobs",
            "list",
            "--postgres",
            "postgres://ada:secret@127.0.0.1:" + NOBODY + "/tickets"),
        of(
            "PostgreSQL at 127.0.0.1:" + NOBODY + " cannot be reached (",
            "migrate",
            "--postgres",
            "postgres://ada:secret@127.0.0.1:" + NOBODY + "/tickets"),
        of(
            "PostgreSQL at "
                + server
                + " refuses user \""
                + user
                + "\": check the user and the password",
            "jobs",
            "list",
            "--postgres",
            "postgres://" + user + ":secret@" + server + "/postgres"),
        of(
            "PostgreSQL at " + server + " has no database \"nowhere\": create it, or name another",
            "migrate",
            "--postgres",
            good.replace("/postgres?", "/nowhere?")),
        of(
            "the schema stagedoor is missing in this database: run `stagedoor migrate`",
            "jobs",
            "list",
            "--postgres",
            good));
  }

  private static Arguments of(String line, String... args) {
    return Arguments.of(line, args);
  }

  @ParameterizedTest
  @MethodSource("badInputs")
  void isOneLineAndExitCode2(String line, String... args) {
    CommandLines refused = CommandLines.run(args);

    assertThat(refused.exit()).isEqualTo(ExitCode.BAD_USE);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .hasLineCount(1)
        .startsWith("stagedoor: ")
        .contains(line)
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aSchemaNewerThanTheCodeIsRefused(String command) throws SQLException {
    FreshDatabase database = FreshDatabase.migrated();
    database.execute("INSERT INTO stagedoor.schema_version (version, name) VALUES (999, 'later')");

    CommandLines refused =
        CommandLines.run((command + " --postgres " + database.url()).split(" ", -1));

    assertThat(refused.exit()).isEqualTo(ExitCode.BAD_USE);
    assertThat(refused.err()).hasLineCount(1).contains("at version 999", "use a newer release");
  }

  static Stream<String> commands() {
    return Stream.of("migrate", "jobs list");
  }

  @Test
  void aUserWhoMayNotCreateTheSchemaIsTold() throws SQLException {
    FreshDatabase database = FreshDatabase.make();
    database.execute("CREATE ROLE guest LOGIN PASSWORD 'guest'");

    CommandLines refused =
        CommandLines.run("migrate", "--postgres", database.url("guest", "guest"));

    assertThat(refused.exit()).isEqualTo(ExitCode.BAD_USE);
    assertThat(refused.err()).hasLineCount(1).contains("may not create the schema stagedoor");
  }
}
