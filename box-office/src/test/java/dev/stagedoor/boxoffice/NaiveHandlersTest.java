package dev.stagedoor.boxoffice;

import static dev.stagedoor.boxoffice.order.Jobs.RENDER_TICKETS;
import static dev.stagedoor.boxoffice.order.Jobs.SEND_TICKETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.boxoffice.naive.Without;
import dev.stagedoor.boxoffice.ticket.PdfTickets;
import dev.stagedoor.stream.LocalStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each wrong handler goes wrong where the right one does not (see {@link BoxOfficeJobsTest}). */
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
  void wordsAreThoseOfTheCommandLine() {
    assertThat(Without.of("providerKey")).isEqualTo(Without.PROVIDER_KEY);
    assertThatThrownBy(() -> Without.of("luck"))
        .hasMessage("without \"luck\": use one of state, claim, providerKey, jobId");
  }
}
