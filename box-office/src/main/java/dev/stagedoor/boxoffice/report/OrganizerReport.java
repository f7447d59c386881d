package dev.stagedoor.boxoffice.report;

import static dev.stagedoor.boxoffice.order.Jobs.MAIL_REPORT;

import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.ReportToMail;
import dev.stagedoor.boxoffice.order.ReportZone;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.tx.Tx;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import javax.sql.DataSource;

/**
 * Writes what each event sold on the day before its tick, and queues a mail to each organizer who
 * has an address. What was sold is read first, for as long as it takes, on no connection of the
 * primary where there is a replica; then all rows of the day, the mails' jobs and the job's id
 * commit together. So a run that is killed before that has done nothing, and one that is killed
 * after it has nothing left to do: the mails are jobs of their own, and the address that one
 * provider refuses holds up nobody else's.
 *
 * <p>Does not give: a report of what came after it. A sale whose transaction began before midnight
 * and is not committed when the report is made stands in none.
 */
public final class OrganizerReport implements JobHandler<ReportZone> {
  private final Reports reports;
  private final Reads reads;

  /**
   * @param primary where reports are written, and looked for
   * @param reads where the sales are read
   */
  public OrganizerReport(DataSource primary, Reads reads) {
    this.reports = new Reports(primary);
    this.reads = reads;
  }

  @Override
  public void handle(JobRun<ReportZone> run) throws Exception {
    // What each event sold on the day before the tick is written, and queued to be mailed.
    report(run, SalesDay.before(run.tick(), ZoneId.of(run.payload().zone())));
  }

  void report(JobRun<ReportZone> run, SalesDay day) throws Exception {
    if (reports.areWritten(day.day())) {
      run.stateReached("reports of " + day.day() + " are written");
      return;
    }
    List<Sales> sold = reads.read(connection -> Sales.on(connection, day));
    run.once("reports", tx -> write(tx, run, day, sold));
  }

  private static void write(Tx tx, JobRun<ReportZone> run, SalesDay day, List<Sales> sold)
      throws SQLException {
    for (Sales sales : sold) {
      if (Reports.write(tx, day, sales) && sales.mailed()) {
        ReportToMail mail = new ReportToMail(day.day(), sales.eventId());
        tx.enqueue(Origin.of(run).on(MAIL_REPORT.job(mail)));
      }
    }
  }
}
