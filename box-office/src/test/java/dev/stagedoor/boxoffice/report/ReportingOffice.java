package dev.stagedoor.boxoffice.report;

import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.Heard;
import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.boxoffice.order.Jobs;
import dev.stagedoor.boxoffice.order.ReportZone;
import dev.stagedoor.boxoffice.secondrun.ModelTicketStore;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.stream.LocalStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * A process that reports: scheduler, relay and worker, and a mailer that keeps what it is given.
 */
final class ReportingOffice implements AutoCloseable {
  private static final String NAME = "organizer-report";

  private static final Duration ALIVE = Duration.ofSeconds(60);

  record Sent(Mail mail, String key) {}

  final Heard heard = new Heard();
  final List<Sent> sent = new CopyOnWriteArrayList<>();
  private final DataSource database;
  private final Stagedoor stagedoor;

  /**
   * @param cron one that no test waits for
   */
  ReportingOffice(DataSource database, Reads reads, String cron, String zone) throws SQLException {
    this.database = database;
    TicketEmail email =
        TicketEmail.keyed((mail, key, origin) -> sent.add(new Sent(mail, key.value())));
    stagedoor =
        BoxOfficeJobs.reporting(
                Stagedoor.builder(database).stream(LocalStream.inThisProcess()).listener(heard),
                BoxOfficeServices.of(database, new ModelTicketStore(), email).withReads(reads))
            .recurring(
                Recurring.cron(NAME, cron, zone, Jobs.ORGANIZER_REPORT, new ReportZone(zone)))
            .build()
            .start();
    awaitRegistered();
  }

  /** It registers its schedule as it starts. */
  private void awaitRegistered() throws SQLException {
    long begun = System.nanoTime();
    while (!SoldTickets.text(database, "SELECT count(*) FROM stagedoor.schedules").equals("1")) {
      if (System.nanoTime() - begun > ALIVE.toNanos()) {
        throw new AssertionError("no schedule was registered");
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }

  /** As if nobody had been there since: every tick from then on is missed. */
  void missedSince(String time) throws SQLException {
    SoldTickets.execute(
        database,
        "UPDATE stagedoor.schedules SET last_tick = '%1$s', next_tick = '%1$s'".formatted(time));
  }

  void runNow() throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      stagedoor.schedules().runNow(connection, NAME);
      connection.commit();
    }
  }

  @Override
  public void close() {
    stagedoor.close();
  }
}
