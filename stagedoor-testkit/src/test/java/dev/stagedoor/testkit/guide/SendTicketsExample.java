package dev.stagedoor.testkit.guide;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.JobType;
import dev.stagedoor.testkit.KilledRun;
import dev.stagedoor.testkit.SecondRun;
import java.time.Duration;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** docs/testkit.md: handlers of Stagedoor's own. */
class SendTicketsExample {
  record TicketOrder(long orderId) {}

  // page: tickets begins
  static final JobType<TicketOrder> SEND_TICKETS = JobType.of("send_tickets", TicketOrder.class);
  static final EffectType TICKET_EMAIL =
      EffectType.of("tickets").providerKeepsKeys(Duration.ofHours(24));

  record SendTickets(Mailer mailer) {
    void handle(JobRun<TicketOrder> run) {
      run.effect(TICKET_EMAIL, run.payload().orderId())
          .perform(key -> mailer.send("ada@example.org", "Your tickets", key.value()));
    }
  }

  @Test
  void ticketsGoOutOnce() {
    // page: readme begins
    SecondRun.of(SEND_TICKETS, new TicketOrder(4471))
        .handler(w -> new SendTickets(w.client(Mailer.class))::handle, h -> h.effects(TICKET_EMAIL))
        .client(Mailer.class, ModelMailer::new)
        .exactlyOnce("tickets", w -> w.provider(ModelMailer.class).accepted())
        .keyStable(Mailer.class)
        .verify();
    // page: readme ends
  }

  // page: tickets ends

  static final JobType<TicketOrder> COUNT_SEATS = JobType.of("count_seats", TicketOrder.class);

  @Test
  void seatsAreCountedOnce() {
    // page: counter begins
    SecondRun.of(COUNT_SEATS, new TicketOrder(4471))
        .onceHandler(
            w -> (run, tx) -> tx.update("UPDATE sales SET seats = seats + 2 WHERE show = 7"))
        .given(
            "CREATE TABLE sales (show bigint PRIMARY KEY, seats bigint NOT NULL);"
                + " INSERT INTO sales VALUES (7, 100)")
        .exactlyOnceValue("seats", 2, "SELECT seats FROM sales WHERE show = 7")
        .verify();
    // page: counter ends
  }

  @Test
  void seatsAreCountedOnceAmongOtherSteps() {
    SecondRun.of(COUNT_SEATS, new TicketOrder(4471))
        // page: step begins
        .handler(
            w ->
                run ->
                    run.once(
                        "seats",
                        tx -> tx.update("UPDATE sales SET seats = seats + 2 WHERE show = 7")))
        // page: step ends
        .given(
            "CREATE TABLE sales (show bigint PRIMARY KEY, seats bigint NOT NULL);"
                + " INSERT INTO sales VALUES (7, 100)")
        .exactlyOnceValue("seats", 2, "SELECT seats FROM sales WHERE show = 7")
        .verify();
  }

  @Test
  void onADatabaseThatIsGiven() {
    DataSource database = TestServers.freshDatabase();
    SecondRun<TicketOrder> secondRun = new TicketsJob().get();
    // page: on begins
    secondRun.on(database).verify();
    // page: on ends
  }

  // page: killed begins
  static class TicketsJob implements Supplier<SecondRun<?>> {
    @Override
    public SecondRun<TicketOrder> get() {
      return SecondRun.of(SEND_TICKETS, new TicketOrder(4471))
          .handler(
              w -> new SendTickets(w.client(Mailer.class))::handle, h -> h.effects(TICKET_EMAIL))
          .client(Mailer.class, ModelMailer::new)
          .exactlyOnce("tickets", w -> w.provider(ModelMailer.class).accepted());
    }
  }

  @Test
  void ticketsGoOutOnceWhateverIsKilled() {
    KilledRun.of(TicketsJob.class).verify();
  }
  // page: killed ends
}
