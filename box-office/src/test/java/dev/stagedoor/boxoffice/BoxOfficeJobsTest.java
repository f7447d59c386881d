package dev.stagedoor.boxoffice;

import static dev.stagedoor.boxoffice.order.Jobs.RENDER_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.SEND_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.UPDATE_SALES_COUNTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.ticket.PdfTickets;
import dev.stagedoor.boxoffice.ticket.TicketPrinter;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.LocalStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoxOfficeJobsTest {
  @TempDir Path directory;

  @Test
  void anOrderIsRenderedSentAndCountedOnce() throws Exception {
    try (RunningBoxOffice office = new RunningBoxOffice(directory, BoxOfficeJobs::register)) {
      long order = office.order("A1", "A2");
      office.heard.awaitCompleted(1, "send_tickets");
      office.heard.awaitCompleted(1, "update_sales_counter");

      assertThat(office.printed).hasValue(1);
      assertThat(office.store.count()).isEqualTo(1);
      assertThat(office.ticketsSold()).isEqualTo(2);
      assertThat(office.provider("accepted")).isEqualTo(1);
      assertThat(office.provider.counts().path("keys").path("tickets-" + order).isObject())
          .isTrue();
      assertThat(
              office.number(
                  "SELECT count(*) FROM boxoffice.email_sends WHERE sent_at IS NOT NULL AND kind = 'tickets' AND order_id = "
                      + order))
          .isEqualTo(1);
      assertThat(
              office.number(
                  "SELECT count(*) FROM stagedoor.processed_jobs WHERE step = '' AND request_id = 'r1'"))
          .isEqualTo(3);
    }
  }

  @Test
  void twoRunsThatBothFindNothingStoredQueueOneEmail() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    TicketPrinter together =
        order -> {
          awaitOther(both);
          return new PdfTickets().print(order);
        };
    try (RunningBoxOffice office =
        new RunningBoxOffice(
            directory, BoxOfficeJobs::register, together, LocalStream.inThisProcess())) {
      long order = office.order("A1");
      office.again(RENDER_TICKETS, order);
      office.heard.awaitCompleted(2, "render_tickets");
      office.heard.awaitCompleted(1, "send_tickets");

      assertThat(office.printed).hasValue(2);
      assertThat(office.store.count()).isEqualTo(1);
      assertThat(office.heard.all(JobEvent.Moved.class))
          .filteredOn(m -> Heard.moved(m, "send_tickets", Transition.ENQUEUE))
          .hasSize(1);
      assertThat(office.heard.all(JobEvent.Absorbed.class))
          .filteredOn(a -> a.technique() == Technique.STATE)
          .hasSize(1);
    }
  }

  @Test
  void aRunThatFindsTheStateReachedDoesNothing() throws Exception {
    try (RunningBoxOffice office = new RunningBoxOffice(directory, BoxOfficeJobs::register)) {
      long order = office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");
      office.again(RENDER_TICKETS, order);
      office.heard.awaitCompleted(2, "render_tickets");
      office.again(SEND_TICKETS, order);
      office.heard.awaitCompleted(2, "send_tickets");

      assertThat(office.printed).hasValue(1);
      assertThat(office.provider("requests")).isEqualTo(1);
      assertThat(office.heard.all(JobEvent.Absorbed.class))
          .extracting(JobEvent.Absorbed::technique)
          .contains(Technique.STATE, Technique.CLAIM);
    }
  }

  @Test
  void aLostReplyIsSentAgainUnderTheSameKeyAndAcceptedOnce() throws Exception {
    try (RunningBoxOffice office = new RunningBoxOffice(directory, BoxOfficeJobs::register)) {
      office.provider.fault("{\"loseReplies\":1}");
      office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");

      assertThat(office.provider("requests")).isEqualTo(2);
      assertThat(office.provider("replays")).isEqualTo(1);
      assertThat(office.provider("accepted")).isEqualTo(1);
    }
  }

  @Test
  void twoRunsThatWantToSendAtOnceDoNotOverlap() throws Exception {
    try (RunningBoxOffice office = new RunningBoxOffice(directory, BoxOfficeJobs::register)) {
      office.provider.fault("{\"delayMs\":60000,\"times\":1}");
      long order = office.order("A1");
      office.provider.countsAfter(1);
      JobId second = office.again(SEND_TICKETS, order);
      office.heard.await(1, e -> Heard.moved(e, "send_tickets", Transition.RETRY_LATER));
      office.provider.clearFaults();
      office.heard.awaitCompleted(1, "send_tickets");
      office.runNow(second);
      office.heard.awaitCompleted(2, "send_tickets");

      assertThat(office.provider("overlaps")).isZero();
      assertThat(office.provider("accepted")).isEqualTo(1);
    }
  }

  @Test
  void everythingPublishedTwiceStillHappensOnce() throws Exception {
    try (RunningBoxOffice office =
        new RunningBoxOffice(
            directory,
            BoxOfficeJobs::register,
            new PdfTickets(),
            new PublishedTwice(LocalStream.inThisProcess()))) {
      office.order("A1", "A2");
      office.heard.awaitSettled(2, "update_sales_counter");
      office.heard.awaitSettled(2, "render_tickets");
      office.heard.awaitSettled(2, "send_tickets");

      assertThat(office.ticketsSold()).isEqualTo(2);
      assertThat(office.store.count()).isEqualTo(1);
      assertThat(office.provider("accepted")).isEqualTo(1);
      assertThat(office.provider("overlaps")).isZero();
      assertThat(office.heard.all(JobEvent.Moved.class))
          .filteredOn(m -> Heard.moved(m, "send_tickets", Transition.ENQUEUE))
          .hasSize(1);
    }
  }

  @Test
  void aJobForAnOrderThatIsNotThereIsDead() throws Exception {
    try (RunningBoxOffice office = new RunningBoxOffice(directory, BoxOfficeJobs::register)) {
      office.again(RENDER_TICKETS, 9007199254740993L);
      office.again(UPDATE_SALES_COUNTER, 3889108265204450030L);
      office.heard.await(1, e -> Heard.moved(e, "render_tickets", Transition.DIE));
      office.heard.await(1, e -> Heard.moved(e, "update_sales_counter", Transition.DIE));

      assertThat(
              office.text(
                  "SELECT string_agg(cause, ' ' ORDER BY type) FROM stagedoor.jobs WHERE state = 'dead'"))
          .contains("no order 9007199254740993", "no order 3889108265204450030");
    }
  }

  private static void awaitOther(CyclicBarrier both) throws IOException {
    try {
      both.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IOException("the other run did not come", e);
    }
  }
}
