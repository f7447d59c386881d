package dev.stagedoor.boxoffice.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.boxoffice.order.ReportZone;
import dev.stagedoor.cli.BadUse;
import dev.stagedoor.cli.PostgresUrl;
import dev.stagedoor.embedded.PostgresServer;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.schedule.Recurring;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** When reports are due, and where they are read. */
class ReportOptionsTest {
  private static Recurring<ReportZone> schedule(String... line) {
    ReportOptions options = new ReportOptions();
    new CommandLine(options).parseArgs(line);
    return options.schedule();
  }

  private static ReplicaOption replica(String... line) {
    ReplicaOption option = new ReplicaOption();
    new CommandLine(option).parseArgs(line);
    return option;
  }

  @Test
  void withoutOptionsReportsAreDailyAndReadWhereAllElseIs() {
    assertThat(schedule().name()).isEqualTo("organizer-report");
    assertThat(replica().url()).isEmpty();
    assertThat(schedule("--report", "30 5 * * 1-5", "--report-zone", "Europe/Warsaw")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 6 * * | UTC | --report \"0 6 * *\" --report-zone UTC: cron \"0 6 * *\" cannot be read",
        "0 6 31 2 * | UTC | --report \"0 6 31 2 *\" --report-zone UTC: cron \"0 6 31 2 *\" never comes: give a day that its months have",
        "0 6 * * * | Warsaw | --report \"0 6 * * *\" --report-zone Warsaw: zone \"Warsaw\" is unknown: give one such as \"Europe/Warsaw\" or \"UTC\"",
      })
  void aScheduleThatCannotBeOneIsOneLine(String cron, String zone, String line) {
    assertThatThrownBy(() -> schedule("--report", cron, "--report-zone", zone))
        .isInstanceOf(BadUse.class)
        .hasMessageStartingWith(line)
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aReplicaThatIsNoneIsOneLineWithoutItsPassword() {
    PostgresServer server = TestServers.postgres();
    String url =
        "postgres://%s:%s@127.0.0.1:%d/postgres"
            .formatted(server.user(), server.password(), server.port());

    assertThatThrownBy(() -> ReplicaOption.require(PostgresUrl.of(url), server.dataSource()))
        .isInstanceOf(BadUse.class)
        .hasMessage(
            "--replica postgres://postgres@127.0.0.1:%d/postgres is no replica but a primary"
                    .formatted(server.port())
                + " (pg_is_in_recovery() is false): give a streaming replica of --postgres, or"
                + " leave it out");
  }

  @Test
  void aReplicaThatIsNotThereOrNoUrlIsOneLine() {
    assertThatThrownBy(
            () ->
                ReplicaOption.require(
                    PostgresUrl.of("postgres://eva@127.0.0.1:1/box"),
                    TestServers.postgres().dataSource()))
        .isInstanceOf(BadUse.class)
        .hasMessageStartingWith("--replica postgres://eva@127.0.0.1:1/box: ")
        .hasMessageEndingWith("start it, or give another --replica")
        .message()
        .doesNotContain("\n");
    assertThatThrownBy(() -> replica("--replica", "mysql://eva:secret@x/y").url())
        .isInstanceOf(BadUse.class)
        .hasMessageStartingWith("--replica: PostgreSQL URL \"mysql://")
        .hasMessageContaining("give postgres://USER@HOST:5432/DATABASE")
        .message()
        .doesNotContain("\n", "secret");
  }
}
