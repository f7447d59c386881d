package dev.stagedoor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.schedule.Schedule;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.tx.JdbcTransactions;
import java.sql.Connection;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** docs/recurring.md: its example is compiled, run, and does what the page says. */
class RecurringPageTest {
  private static final Page PAGE = Page.of("docs/recurring.md");

  @Test
  void theExampleIsTheCodeThatIsRun() {
    String source = source("RecurringExample");
    String run =
        Pattern.compile("(?s)// page begins(.*?)// page ends")
            .matcher(source)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.joining());

    assertThat(PAGE.code("example")).isEqualToIgnoringWhitespace(run);
  }

  private static String source(String name) {
    return SourceFile.all().stream()
        .filter(s -> s.simpleName().equals(name))
        .map(SourceFile::text)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theExampleReportsADayAndPausesAndIsListed() throws Exception {
    DataSource database = TestServers.freshDatabase();
    Migrations.migrate(new JdbcTransactions(database, Events.none()));
    BlockingQueue<LocalDate> reported = new LinkedBlockingQueue<>();
    try (Connection connection = database.getConnection();
        Stagedoor running = RecurringExample.report(database, reported::add)) {
      awaitRegistered(running, connection);
      RecurringExample.operate(running, connection);
      String today =
          FreshSchema.row(
              database, "SELECT (clock_timestamp() AT TIME ZONE 'Europe/Warsaw')::date");

      assertThat(reported.poll(20, TimeUnit.SECONDS)).isEqualTo(today);
      assertThat(running.schedules().list(connection))
          .extracting(Schedule::name, Schedule::paused)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("clean-up", true),
              org.assertj.core.groups.Tuple.tuple("report", false));
    }
  }

  @Test
  void theJarThatThePageNamesIsTheOneThatIsTested() {
    String version = Page.of("pom.xml").all("<cron-utils.version>(.*)</cron-utils").get(0);
    String jar = "com.cronutils:cron-utils:" + version;
    assertThat(PAGE.text()).contains(jar);
    assertThat(source("Plan")).contains(jar);
  }

  private static void awaitRegistered(Stagedoor running, Connection connection) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    List<Schedule> all = running.schedules().list(connection);
    while (all.size() < 2 && System.nanoTime() < end) {
      all = running.schedules().list(connection);
    }
  }

  /** The table of the page is that of the tests of {@code ScheduleTimesTest}. */
  @Test
  void everyExampleOfTheTableIsTested() {
    String tests = source("ScheduleTimesTest");

    assertThat(PAGE.table("clocks"))
        .hasSizeGreaterThan(5)
        .allSatisfy(
            row -> assertThat(tests).contains(row.get(0).replace("`", "") + "; " + row.get(1)));
  }
}
