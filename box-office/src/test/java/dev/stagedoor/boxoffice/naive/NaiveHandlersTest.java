package dev.stagedoor.boxoffice.naive;

import static dev.stagedoor.boxoffice.order.Jobs.RENDER_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.SEND_TICKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.PublishedTwice;
import dev.stagedoor.boxoffice.RunningBoxOffice;
import dev.stagedoor.boxoffice.ticket.PdfTickets;
import dev.stagedoor.stream.LocalStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each wrong handler goes wrong where the right one does not (see {@code BoxOfficeJobsTest}). */
class NaiveHandlersTest {
  @TempDir Path directory;

  @Test
  void withoutStateASecondRunQueuesASecondEmail() throws Exception {
    try (RunningBoxOffice office = new RunningBoxOffice(directory, Without.STATE::register)) {
      long order = office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");
      office.again(RENDER_TICKETS, order);
      office.heard.awaitCompleted(2, "send_tickets");

      assertThat(office.printed).hasValue(2);
      assertThat(office.provider("accepted")).isEqualTo(1); // the claim hides it from the buyer
    }
  }

  @Test
  void withoutAClaimTwoSendsOverlap() throws Exception {
    try (RunningBoxOffice office = new RunningBoxOffice(directory, Without.CLAIM::register)) {
      office.provider.fault("{\"delayMs\":60000,\"times\":1}");
      long order = office.order("A1");
      office.provider.awaitRunning("tickets-" + order);
      office.again(SEND_TICKETS, order);
      office.provider.awaitCount(1, "overlaps");
      office.provider.clearFaults();
      office.heard.awaitCompleted(2, "send_tickets");

      assertThat(office.provider("overlaps")).isPositive();
      assertThat(office.provider("accepted")).isEqualTo(1); // the key hides it from the buyer
    }
  }

  @Test
  void withANewKeyForEachTryALostReplyIsASecondEmail() throws Exception {
    try (RunningBoxOffice office =
        new RunningBoxOffice(directory, Without.PROVIDER_KEY::register)) {
      office.provider.fault("{\"loseReplies\":1}");
      office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");

      assertThat(office.provider("accepted")).isEqualTo(2);
    }
  }

  @Test
  void withoutTheJobsIdASecondEntryCountsAgain() throws Exception {
    try (RunningBoxOffice office =
        new RunningBoxOffice(
            directory,
            Without.JOB_ID::register,
            new PdfTickets(),
            new PublishedTwice(LocalStream.inThisProcess()))) {
      office.order("A1", "A2");
      office.heard.awaitSettled(2, "update_sales_counter");

      assertThat(office.ticketsSold()).isEqualTo(4);
    }
  }

  @Test
  void aMarkBeforeTheSendIsAnEmailThatNeverLeft() throws Exception {
    try (RunningBoxOffice office =
        new RunningBoxOffice(
            directory,
            (b, s) ->
                BoxOfficeJobs.counting(BoxOfficeJobs.rendering(b, s))
                    .handle(SEND_TICKETS, new MarkThenSend(s)))) {
      office.provider.fault("{\"answer\":500,\"times\":1}");
      office.order("A1");
      office.heard.awaitCompleted(1, "send_tickets");

      assertThat(office.number("SELECT count(sent_at) FROM boxoffice.email_sends")).isEqualTo(1);
      assertThat(office.provider("accepted")).isZero();
    }
  }

  @Test
  void wordsAreThoseOfTheCommandLine() {
    assertThat(Without.of("providerKey")).isEqualTo(Without.PROVIDER_KEY);
    assertThatThrownBy(() -> Without.of("luck"))
        .hasMessage("without \"luck\": use one of state, claim, providerKey, jobId");
  }
}
