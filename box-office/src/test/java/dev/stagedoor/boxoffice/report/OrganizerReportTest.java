package dev.stagedoor.boxoffice.report;

import static dev.stagedoor.boxoffice.report.SoldTickets.execute;
import static dev.stagedoor.boxoffice.report.SoldTickets.free;
import static dev.stagedoor.boxoffice.report.SoldTickets.paid;
import static dev.stagedoor.boxoffice.report.SoldTickets.refunded;
import static dev.stagedoor.boxoffice.report.SoldTickets.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.Technique;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.LocalDate;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** From the tick to the mail. */
class OrganizerReportTest {
  private static final String NEW_YEAR = "0 6 1 1 *";
  private final DataSource database;

  OrganizerReportTest() throws SQLException {
    database = SoldTickets.database();
  }

  /** The tick is that of last New Year's Day, and nobody was there until now. */
  @Test
  void aLateRunReportsTheDayBeforeItsTickInTheZoneOfItsSchedule() throws Exception {
    LocalDate day = lastDayOfLastYear();
    execute(database, free(1, 7, day.minusDays(1) + " 23:30Z")); // 00:30 in Warsaw
    execute(database, free(2, 7, day + " 22:30Z"));
    execute(database, free(3, 7, day + " 23:30Z")); // the next day in Warsaw
    execute(database, free(4, 7, yesterday() + " 12:00Z"));

    try (ReportingOffice office = office("Europe/Warsaw")) {
      office.missedSince(day.minusMonths(1) + " 00:00Z");
      office.heard.awaitCompleted(1, "mail_report");

      assertThat(rows()).isEqualTo(day + " 7 Europe/Warsaw 2");
      assertThat(office.sent)
          .extracting(ReportingOffice.Sent::key)
          .containsExactly("organizer_report-" + day + "-7");
    }
  }

  @Test
  void eachEventThatSoldHasARowAndEachOrganizerWithAnAddressAMail() throws Exception {
    execute(database, paid(1, 7, yesterday() + " 12:00Z"));
    execute(database, refunded(1, 500, yesterday() + " 13:00Z"));
    execute(database, free(2, 8, yesterday() + " 12:00Z"));

    try (ReportingOffice office = office("UTC")) {
      office.runNow();
      office.heard.awaitCompleted(1, "mail_report");

      assertThat(rows()).isEqualTo("%1$s 7 UTC 1, %1$s 8 UTC 1".formatted(yesterday()));
      assertThat(office.sent).hasSize(1);
      Mail mail = office.sent.get(0).mail();
      assertThat(mail.toEmail()).isEqualTo("office@teatr.example");
      assertThat(mail.subject()).isEqualTo("Sales of Gala on " + yesterday());
      assertThat(mail.text())
          .contains("tickets sold      1", "money taken       25.00 EUR", "back  5.00 EUR");
      assertThat(new String(mail.attachment().bytes(), StandardCharsets.UTF_8))
          .endsWith(yesterday() + ",UTC,7,1,0,2500,500,EUR\r\n");
    }
  }

  @Test
  void aDayThatIsWrittenIsNotReadAgain() throws Exception {
    execute(database, free(1, 7, yesterday() + " 12:00Z"));

    try (ReportingOffice office = office("UTC")) {
      office.runNow();
      office.heard.awaitCompleted(1, "organizer_report");
      execute(database, free(2, 8, yesterday() + " 12:00Z"));
      office.runNow();
      office.heard.awaitCompleted(2, "organizer_report");
      office.heard.awaitCompleted(1, "mail_report");

      assertThat(rows()).isEqualTo(yesterday() + " 7 UTC 1");
      assertThat(office.sent).hasSize(1);
      assertThat(office.heard.all(JobEvent.Absorbed.class))
          .extracting(JobEvent.Absorbed::technique)
          .contains(Technique.STATE);
    }
  }

  private ReportingOffice office(String zone) throws SQLException {
    return new ReportingOffice(database, Reads.on(database), NEW_YEAR, zone);
  }

  private LocalDate yesterday() throws SQLException {
    return LocalDate.parse(text(database, "SELECT (now() AT TIME ZONE 'UTC')::date - 1"));
  }

  private LocalDate lastDayOfLastYear() throws SQLException {
    String year =
        text(
            database,
            "SELECT extract(year FROM (now() AT TIME ZONE 'Europe/Warsaw') - interval '6 hours')");
    return LocalDate.of(Integer.parseInt(year), 1, 1).minusDays(1);
  }

  private String rows() throws SQLException {
    return text(
        database,
        "SELECT string_agg(concat_ws(' ', day, event_id, zone, tickets_sold), ', ' ORDER BY day,"
            + " event_id) FROM boxoffice.organizer_reports");
  }
}
