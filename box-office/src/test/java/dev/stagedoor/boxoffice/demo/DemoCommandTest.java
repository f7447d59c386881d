package dev.stagedoor.boxoffice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.cli.Commands;
import dev.stagedoor.embedded.TestServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine;

@Timeout(60)
class DemoCommandTest {
  private final StringWriter told = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--order 3                  | --order",
        "--orders many              | many",
        "--orders 0                 | --orders 0: give 1 to 10000",
        "--kills -1                 | --kills -1: give 0 to 1000",
        "--without luck             | luck",
        "--without claim --slow 0   | --without claim shows nothing without --slow 1 or more",
        "--seed x                   | x",
        "--limit 0                  | --limit 0: give 1 second or more",
        "--postgres nowhere         | nowhere",
      })
  void badUseIsOneLineThatNamesTheValue(String arguments, String named) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);

    assertThat(told.toString().lines()).hasSize(1);
    assertThat(told.toString()).startsWith("stagedoor: ").contains(named);
  }

  @Test
  void aServerThatIsNotThereIsOneLine() {
    assertThat(run("--postgres", "postgres://me@127.0.0.1:1/none")).isEqualTo(2);

    assertThat(told.toString().lines()).hasSize(1);
    assertThat(told.toString()).contains("127.0.0.1:1");
  }

  @Test
  void aRedisThatIsNotThereIsOneLine() {
    PGSimpleDataSource database = TestServers.freshDatabase();
    String postgres =
        "postgres://%s:%s@127.0.0.1:%d/%s"
            .formatted(
                database.getUser(),
                database.getPassword(),
                database.getPortNumbers()[0],
                database.getDatabaseName());

    assertThat(run("--postgres", postgres, "--redis", "redis://127.0.0.1:1")).isEqualTo(2);

    assertThat(told.toString().lines()).hasSize(1);
    assertThat(told.toString()).contains("--redis");
  }

  private int run(String... arguments) {
    CommandLine line = Commands.of(new DemoCommand());
    line.setErr(new PrintWriter(told, true));
    return line.execute(arguments);
  }
}
