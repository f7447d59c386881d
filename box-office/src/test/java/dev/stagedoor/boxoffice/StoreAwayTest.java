package dev.stagedoor.boxoffice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.ticket.S3Server;
import dev.stagedoor.boxoffice.ticket.S3TicketStore;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.LocalStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tickets in S3, which goes away and comes back. */
class StoreAwayTest {
  @TempDir Path unused;

  @Test
  void renderingIsTriedAgainUntilTheStoreIsBack() throws Exception {
    try (S3Server server = new S3Server()) {
      TicketStore s3 = S3TicketStore.at(server.bucket("tickets"));
      try (RunningBoxOffice office =
          new RunningBoxOffice(
              unused,
              BoxOfficeJobs::register,
              LocalStream.inThisProcess(),
              services -> services.withStore(s3))) {
        int port = server.goAway();
        office.order("A1", "A2");
        office.heard.await(2, e -> Heard.moved(e, "render_tickets", Transition.RETRY));
        assertThat(office.text("SELECT cause FROM stagedoor.jobs WHERE type = 'render_tickets'"))
            .contains("IOException", "s3://tickets/box/office");
        server.comeBack(port);
        office.heard.awaitCompleted(1, "send_tickets");

        assertThat(office.heard.all(JobEvent.Moved.class))
            .noneMatch(e -> Heard.moved(e, "render_tickets", Transition.DIE));
        assertThat(s3.count()).isEqualTo(1);
        assertThat(office.provider("accepted")).isEqualTo(1);
      }
    }
  }
}
