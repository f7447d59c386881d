package dev.stagedoor.testkit.guide;

import static dev.stagedoor.testkit.guide.SendTicketsExample.SEND_TICKETS;
import static dev.stagedoor.testkit.guide.SendTicketsExample.TICKET_EMAIL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.StagedoorTest;
import dev.stagedoor.testkit.TestStagedoor;
import dev.stagedoor.testkit.guide.SendTicketsExample.SendTickets;
import dev.stagedoor.testkit.guide.SendTicketsExample.TicketOrder;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

// page: verbs begins
@StagedoorTest
class OrdersExample {
  @Test
  void anOrderSendsItsTickets(TestStagedoor stagedoor) throws Exception {
    ModelMailer mailer = new ModelMailer();
    stagedoor.handle(SEND_TICKETS, new SendTickets(mailer)::handle, h -> h.effects(TICKET_EMAIL));

    placeOrder(stagedoor);
    stagedoor.assertEnqueued(SEND_TICKETS, new TicketOrder(4471));

    stagedoor.runDue();
    stagedoor.assertNotEnqueued(SEND_TICKETS);
    assertThat(mailer.keys()).containsExactly("tickets-4471");
  }

  private static void placeOrder(TestStagedoor stagedoor) throws SQLException {
    try (Connection connection = stagedoor.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      stagedoor.outbox().enqueue(connection, SEND_TICKETS, new TicketOrder(4471));
      connection.commit();
    }
  }
}
// page: verbs ends
