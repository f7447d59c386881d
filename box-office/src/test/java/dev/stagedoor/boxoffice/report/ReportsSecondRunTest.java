package dev.stagedoor.boxoffice.report;

import static dev.stagedoor.boxoffice.report.SoldTickets.EVENTS;
import static dev.stagedoor.boxoffice.report.SoldTickets.free;
import static dev.stagedoor.boxoffice.report.SoldTickets.paid;

import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.boxoffice.order.Jobs;
import dev.stagedoor.boxoffice.order.ReportToMail;
import dev.stagedoor.boxoffice.order.ReportZone;
import dev.stagedoor.boxoffice.schema.BoxOfficeSchema;
import dev.stagedoor.boxoffice.secondrun.ModelMailer;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.world.World;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The two jobs of a report, through every second run that is worth the time of a build. */
class ReportsSecondRunTest {
  private static final int QUICK = 100;
  private static final int DEEP = 1_000;
  private static final SalesDay DAY =
      new SalesDay(LocalDate.of(2026, 11, 29), ZoneId.of("Europe/Warsaw"));
  private static final String SOLD =
      EVENTS + ";" + free(1, 7, "2026-11-29 10:00Z") + ";" + paid(2, 8, "2026-11-29 10:00Z");
  private static final String WRITTEN =
      """
      INSERT INTO boxoffice.organizer_reports
      VALUES ('2026-11-29', 7, 'UTC', 1, 0, 0, 0, 'EUR')
      """;

  @Test
  void organizerReport() throws Exception {
    writing().atMost(QUICK).verify();
  }

  @Test
  void mailReport() throws Exception {
    mailing().atMost(QUICK).verify();
  }

  @Test
  @Tag("deep")
  void organizerReportDeep() throws Exception {
    writing().atMost(DEEP).verify();
  }

  @Test
  @Tag("deep")
  void mailReportDeep() throws Exception {
    mailing().atMost(DEEP).verify();
  }

  /** A row for each event, and a mail's job for the one whose organizer has an address. */
  private static SecondRun<ReportZone> writing() throws SQLException {
    return SecondRun.of(Jobs.ORGANIZER_REPORT, new ReportZone("Europe/Warsaw"))
        .handler(world -> run -> report(world).report(run, DAY))
        .on(database())
        .given(SOLD)
        .exactlyOnceRows("row", "SELECT 1 FROM boxoffice.organizer_reports WHERE event_id = 7")
        .exactlyOnceRows(
            "row without mail", "SELECT 1 FROM boxoffice.organizer_reports WHERE event_id = 8")
        .exactlyOnceRows("mail's job", "SELECT 1 FROM stagedoor.outbox WHERE type = 'mail_report'");
  }

  private static OrganizerReport report(World world) {
    return new OrganizerReport(world.dataSource(), Reads.on(world.dataSource()));
  }

  /** One accepted mail, under a key that is the report's. */
  private static SecondRun<ReportToMail> mailing() throws SQLException {
    return SecondRun.of(Jobs.MAIL_REPORT, new ReportToMail(DAY.day(), 7))
        .handler(
            world ->
                new MailReport(
                    world.dataSource(),
                    TicketEmail.keyed(world.client(Mailer.class)),
                    Jobs.REPORT_EMAIL),
            options -> options.effects(Jobs.REPORT_EMAIL))
        .on(database())
        .given(EVENTS + ";" + WRITTEN)
        .client(Mailer.class, ModelMailer::new, ModelMailer.faults())
        .exactlyOnce("mail", world -> world.provider(ModelMailer.class).accepted())
        .keyStable(Mailer.class)
        .eventually(
            "the report's key",
            world ->
                world
                    .provider(ModelMailer.class)
                    .keys()
                    .equals(Set.of("organizer_report-2026-11-29-7")));
  }

  private static DataSource database() throws SQLException {
    DataSource database = TestServers.freshDatabase();
    BoxOfficeSchema.migrate(database);
    return database;
  }
}
