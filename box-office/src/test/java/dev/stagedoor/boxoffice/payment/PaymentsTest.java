package dev.stagedoor.boxoffice.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.PublishedTwice;
import dev.stagedoor.boxoffice.RunningBoxOffice;
import dev.stagedoor.boxoffice.order.CancelAsked;
import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.order.OrderState;
import dev.stagedoor.boxoffice.order.RefundAsked;
import dev.stagedoor.boxoffice.ticket.PdfTickets;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.LocalStream;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaymentsTest {
  @TempDir Path directory;

  @Test
  void anOrderIsCapturedOnceAndOnlyThenRenderedSentAndCounted() throws Exception {
    try (RunningBoxOffice office = office()) {
      UUID order = office.dearOrder("tok_visa", "A1", "A2");
      office.heard.awaitCompleted(1, "send_tickets");
      office.heard.awaitCompleted(1, "update_sales_counter");

      assertThat(office.state(order)).isEqualTo("paid");
      assertThat(office.payrail("/captures/accepted")).isEqualTo(1);
      assertThat(office.payrail("/captures/payments/" + order + "/accepted")).isEqualTo(1);
      assertThat(office.payrail("/capturedMinor/EUR")).isEqualTo(5000);
      assertThat(office.payrail("/captures/keys/capture-1/accepted")).isEqualTo(1);
      assertThat(office.dearTicketsSold()).isEqualTo(2);
      assertThat(office.provider("accepted")).isEqualTo(1);
    }
  }

  @Test
  void aLostReplyIsAskedAgainUnderTheSameKeyAndCapturedOnce() throws Exception {
    try (RunningBoxOffice office = office()) {
      office.payrail.fault("{\"loseReplies\":1}");
      UUID order = office.dearOrder("tok_visa", "A1");
      office.heard.awaitCompleted(1, "capture_payment");

      assertThat(office.payrail("/captures/requests")).isEqualTo(2);
      assertThat(office.payrail("/captures/replays")).isEqualTo(1);
      assertThat(office.payrail("/captures/accepted")).isEqualTo(1);
      assertThat(office.state(order)).isEqualTo("paid");
    }
  }

  @Test
  void everythingPublishedTwiceIsPaidAndGivenBackOnce() throws Exception {
    try (RunningBoxOffice office =
        new RunningBoxOffice(
            directory,
            BoxOfficeJobs::register,
            new PdfTickets(),
            new PublishedTwice(LocalStream.inThisProcess()))) {
      UUID order = office.dearOrder("tok_visa", "A1", "A2");
      office.heard.awaitSettled(2, "capture_payment");
      runWaiting(office);
      office.heard.awaitSettled(2, "update_sales_counter");
      office.refund(order, 5000);
      office.heard.awaitSettled(2, "refund_payment");
      runWaiting(office);
      office.heard.awaitSettled(2, "subtract_from_sales_counter");

      assertThat(office.payrail("/captures/accepted")).isEqualTo(1);
      assertThat(office.payrail("/refunds/accepted")).isEqualTo(1);
      assertThat(office.state(order)).isEqualTo("refunded");
      assertThat(office.dearTicketsSold()).isZero();
    }
  }

  @Test
  void aDeclineIsNoFailureAndFreesTheSeats() throws Exception {
    try (RunningBoxOffice office = office()) {
      UUID order = office.dearOrder("tok_declined_insufficient_funds", "A1", "A2");
      office.heard.awaitCompleted(1, "capture_payment");

      assertThat(office.state(order)).isEqualTo("declined");
      assertThat(office.text("SELECT reason FROM boxoffice.payments"))
          .isEqualTo("insufficient_funds");
      assertThat(office.heard.all(JobEvent.Moved.class))
          .noneMatch(m -> m.transition() == Transition.DIE || m.transition() == Transition.RETRY);

      UUID next = office.dearOrder("tok_visa", "A1", "A2");
      office.heard.awaitCompleted(1, "update_sales_counter");
      assertThat(office.state(next)).isEqualTo("paid");
      assertThat(office.dearTicketsSold()).isEqualTo(2);
      assertThat(office.printed).hasValueLessThanOrEqualTo(1);
    }
  }

  @Test
  void whatCostsNothingIsNotCaptured() throws Exception {
    try (RunningBoxOffice office = office()) {
      office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");

      assertThat(office.number("SELECT count(*) FROM boxoffice.payments")).isZero();
      assertThat(office.payrail("/captures/requests")).isZero();
    }
  }

  @Test
  void aCancelThatComesFirstLeavesNothingToCapture() throws Exception {
    try (RunningBoxOffice office = office((builder, services) -> builder)) {
      UUID order = office.dearOrder("tok_visa", "A1");

      assertThat(office.cancels.cancel(order, RunningBoxOffice.ORIGIN))
          .isEqualTo(new CancelAsked.Done());
      assertThat(office.cancels.cancel(order, RunningBoxOffice.ORIGIN))
          .isEqualTo(new CancelAsked.Done());

      assertThat(office.state(order)).isEqualTo("cancelled");
      assertThat(office.text("SELECT state FROM boxoffice.payments")).isEqualTo("cancelled");
      assertThat(office.text("SELECT token FROM boxoffice.payments")).isEqualTo("null");
      office.dearOrder("tok_visa", "A1"); // its seat is free
    }
  }

  @Test
  void aCancelWhileACaptureIsUnderWayGivesTheMoneyBack() throws Exception {
    try (RunningBoxOffice office = office()) {
      office.payrail.fault("{\"delayMs\":60000,\"times\":1}");
      UUID order = office.dearOrder("tok_visa", "A1", "A2");
      office.payrail.awaitCaptures(1, "requests");

      assertThat(office.cancels.cancel(order, RunningBoxOffice.ORIGIN))
          .isEqualTo(new CancelAsked.Done());
      assertThat(office.text("SELECT state FROM boxoffice.payments")).isEqualTo("capturing");
      office.payrail.clearFaults();
      office.heard.awaitCompleted(1, "refund_payment");

      assertThat(office.state(order)).isEqualTo("cancelled");
      assertThat(office.payrail("/capturedMinor/EUR")).isEqualTo(5000);
      assertThat(office.payrail("/refundedMinor/EUR")).isEqualTo(5000);
      assertThat(office.dearTicketsSold()).isZero();
      assertThat(office.number("SELECT count(*) FROM stagedoor.jobs WHERE type = 'render_tickets'"))
          .isZero();
    }
  }

  @Test
  void aCancelThatComesTooLateChangesNothing() throws Exception {
    try (RunningBoxOffice office = office()) {
      UUID order = office.dearOrder("tok_visa", "A1");
      office.heard.awaitCompleted(1, "capture_payment");

      assertThat(office.cancels.cancel(order, RunningBoxOffice.ORIGIN))
          .isEqualTo(new CancelAsked.TooLate(OrderState.PAID));
      assertThat(office.state(order)).isEqualTo("paid");
    }
  }

  @Test
  void aPartGivenBackLeavesTheTicketsGoodAndTheLastOfItDoesNot() throws Exception {
    try (RunningBoxOffice office = office()) {
      UUID order = office.dearOrder("tok_visa", "A1", "A2");
      office.heard.awaitCompleted(1, "update_sales_counter");

      office.refund(order, 2000);
      office.heard.awaitCompleted(1, "refund_payment");
      assertThat(office.state(order)).isEqualTo("paid");
      assertThat(office.dearTicketsSold()).isEqualTo(2);
      assertThat(office.refund(order, 3001))
          .isEqualTo(new RefundAsked.TooMuch(Money.of(3000, "EUR")));

      office.refund(order, 3000);
      office.heard.awaitCompleted(1, "subtract_from_sales_counter");
      assertThat(office.state(order)).isEqualTo("refunded");
      assertThat(office.dearTicketsSold()).isZero();
      assertThat(office.payrail("/refundedMinor/EUR")).isEqualTo(5000);
      assertThat(office.refund(order, 1)).isEqualTo(new RefundAsked.TooMuch(Money.of(0, "EUR")));
      assertThat(office.payrail("/refunds/requests")).isEqualTo(2);
      office.dearOrder("tok_visa", "A1", "A2"); // its seats are free
    }
  }

  @Test
  void whatPayrailRefusesToGiveBackMayBeAskedForAgain() throws Exception {
    try (RunningBoxOffice office = office()) {
      UUID order = office.dearOrder("tok_visa", "A1");
      office.heard.awaitCompleted(1, "update_sales_counter");
      execute(office, "UPDATE boxoffice.payments SET reference = 'cap_9'"); // Payrail has no such
      office.refund(order, 2500);
      office.heard.awaitCompleted(1, "refund_payment");

      assertThat(office.text("SELECT state || ' ' || refusal FROM boxoffice.refunds"))
          .isEqualTo("refused no_such_capture");
      assertThat(office.state(order)).isEqualTo("paid");

      execute(office, "UPDATE boxoffice.payments SET reference = 'cap_1'");
      office.refund(order, 2500);
      office.heard.awaitCompleted(1, "subtract_from_sales_counter");
      assertThat(office.state(order)).isEqualTo("refunded");
    }
  }

  @Test
  void noCounterFallsBelowZero() throws Exception {
    try (RunningBoxOffice office = office()) {
      UUID order = office.dearOrder("tok_visa", "A1", "A2");
      office.heard.awaitCompleted(1, "update_sales_counter");
      execute(office, "UPDATE boxoffice.event_sales SET tickets_sold = 1"); // as if not counted yet
      office.refund(order, 5000);
      office.heard.await(
          1,
          e ->
              e instanceof JobEvent.Moved m
                  && m.type().equals("subtract_from_sales_counter")
                  && m.transition() == Transition.RETRY_LATER);

      assertThat(office.dearTicketsSold()).isEqualTo(1);
    }
  }

  /** A run that met the other's claim waits until that is stale: the other may have died. */
  private static void runWaiting(RunningBoxOffice office) throws Exception {
    String waiting =
        office.text("SELECT string_agg(id::text, ',') FROM stagedoor.jobs WHERE state = 'waiting'");
    if (!waiting.equals("null")) {
      for (String id : waiting.split(",", -1)) {
        office.runNow(JobId.of(id));
      }
    }
  }

  private RunningBoxOffice office() throws Exception {
    return office(BoxOfficeJobs::register);
  }

  private RunningBoxOffice office(RunningBoxOffice.Register register) throws Exception {
    return new RunningBoxOffice(directory, register);
  }

  private static void execute(RunningBoxOffice office, String sql) throws Exception {
    try (var connection = office.database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
