package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.Pool;
import dev.stagedoor.boxoffice.email.HttpMailer;
import dev.stagedoor.boxoffice.payment.HttpPayrail;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.boxoffice.ticket.DirectoryTicketStore;
import dev.stagedoor.boxoffice.ticket.PdfTickets;
import dev.stagedoor.job.Windows;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;
import tools.jackson.databind.node.ObjectNode;

/** A worker of the demo: the box office's own handlers, or one of them naive. */
final class WorkerProcess {
  private static final int CONNECTIONS = 12;
  private static final int CONCURRENCY = 4;

  private WorkerProcess() {}

  public static void main(String[] args) {
    ProcessLife.live(WorkerProcess::start);
  }

  private static ObjectNode start(Surroundings surroundings, ProcessLife life) throws IOException {
    Windows windows = surroundings.windows();
    DataSource database = Pool.open(surroundings.jdbcUrl(), "demo-worker", CONNECTIONS);
    BoxOfficeServices services =
        BoxOfficeServices.of(
                database,
                DirectoryTicketStore.at(Path.of(surroundings.store())),
                new WatchedMailer(
                    new HttpMailer(URI.create(surroundings.mail()), timeout(windows)),
                    life.voice()))
            .withPayrail(new HttpPayrail(URI.create(surroundings.payrail()), timeout(windows)))
            .withPrinter(new WatchedPrinter(new PdfTickets(), life.voice()));
    Stagedoor.Builder builder =
        Stagedoor.builder(database).stream(RelayProcess.stream(surroundings, life))
            .roles(Role.WORKER)
            .windows(windows)
            .concurrency(CONCURRENCY)
            .listener(life.witness())
            .migrate(false);
    surroundings
        .leftOut()
        .map(without -> without.register(builder, services))
        .orElseGet(() -> BoxOfficeJobs.register(builder, services))
        .build()
        .start();
    return Voice.event(Line.READY);
  }

  private static Duration timeout(Windows windows) {
    return windows.sendTimeout().multipliedBy(9).dividedBy(10);
  }
}
