package dev.stagedoor;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.job.JobType;
import dev.stagedoor.stream.LocalStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/** The code that README.md shows, run by {@link ReadmeTest}. */
final class ReadmeExample {
  record TicketOrder(long orderId) {}

  /** What the reader has already. */
  interface Mailer {
    void send(TicketOrder order, String idempotencyKey) throws Exception;
  }

  // README begins
  static final JobType<TicketOrder> SEND_TICKETS = JobType.of("send_tickets", TicketOrder.class);
  static final EffectType TICKET_EMAIL =
      EffectType.of("tickets").providerKeepsKeys(Duration.ofHours(24));

  // README ends

  private ReadmeExample() {}

  static Stagedoor sell(DataSource database, Connection connection, Mailer mailer)
      throws SQLException {
    // README begins
    Stagedoor stagedoor =
        Stagedoor.builder(database).stream(LocalStream.inThisProcess())
            .handle(
                SEND_TICKETS,
                run ->
                    run.effect(TICKET_EMAIL, run.payload().orderId())
                        .perform(key -> mailer.send(run.payload(), key.value())),
                handler -> handler.effects(TICKET_EMAIL))
            .build()
            .start();

    stagedoor.outbox().enqueue(connection, SEND_TICKETS, new TicketOrder(4471));
    // README ends
    return stagedoor;
  }
}
