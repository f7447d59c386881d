package dev.stagedoor;

import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.schedule.Missed;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.stream.LocalStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** The code that docs/recurring.md shows, run by {@link RecurringPageTest}. */
final class RecurringExample {
  /** What the reader has already. */
  interface Reports extends Consumer<LocalDate> {}

  // page begins
  static final ZoneId WARSAW = ZoneId.of("Europe/Warsaw");
  static final JobType<NoPayload> REPORT = JobType.of("organizer_report");
  static final JobType<NoPayload> CLEAN_UP = JobType.of("clean_up");

  // page ends

  private RecurringExample() {}

  static Stagedoor report(DataSource database, Reports reports) {
    // page begins
    Stagedoor stagedoor =
        Stagedoor.builder(database).stream(LocalStream.inThisProcess())
            .handle(REPORT, run -> reports.accept(LocalDate.ofInstant(run.tick(), WARSAW)))
            .handle(CLEAN_UP, run -> {})
            .recurring(Recurring.cron("report", "0 3 * * *", WARSAW, REPORT).missed(Missed.ALL))
            .recurring(Recurring.every("clean-up", Duration.ofMinutes(15), CLEAN_UP))
            .build()
            .start();

    // page ends
    return stagedoor;
  }

  static void operate(Stagedoor stagedoor, Connection connection) throws SQLException {
    // page begins
    stagedoor.schedules().runNow(connection, "report");
    stagedoor.schedules().pause(connection, "clean-up");
    // page ends
  }
}
