package dev.stagedoor.boxoffice.report;

import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.ReportToMail;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.DeadLetter;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Mails a report that is written to its organizer: claim, key and mark, as with tickets, and the
 * same is not given. The claim stands in Stagedoor's own table.
 */
public final class MailReport implements JobHandler<ReportToMail> {
  private final Reports reports;
  private final TicketEmail email;
  private final EffectType type;

  /**
   * @param type the kind of effect, as it is declared with this handler
   */
  public MailReport(DataSource primary, TicketEmail email, EffectType type) {
    this.reports = new Reports(primary);
    this.email = email;
    this.type = type;
  }

  @Override
  public void handle(JobRun<ReportToMail> run) throws Exception {
    // The organizer has been mailed what the event sold that day.
    ReportToMail which = run.payload();
    String subject = Written.subject(which.day(), which.eventId());
    Written report =
        reports
            .find(which.day(), which.eventId())
            .orElseThrow(() -> DeadLetter.because("there is no report " + subject));
    Optional<String> address = report.organizer().address();
    if (address.isEmpty()) {
      run.stateReached("event " + which.eventId() + " has no organizer's address");
      return;
    }
    Mail mail = report.mail(address.get()).from(email.from());
    run.effect(type, subject) // organizer_report-2026-11-29-7
        .perform(key -> email.mailer().send(mail, key, Origin.of(run)));
  }
}
