package dev.stagedoor.boxoffice.order;

import dev.stagedoor.job.DeadLetter;
import java.sql.SQLException;

/** The payload of {@code resend_tickets}: which request, and nothing that could be out of date. */
public record TicketsToResend(long resendId) {
  /**
   * The request.
   *
   * @throws DeadLetter if there is none: it commits with its job and stays
   */
  public TicketResend in(TicketResends resends) throws SQLException {
    return resends
        .find(resendId)
        .orElseThrow(() -> DeadLetter.because("there is no resend " + resendId));
  }
}
