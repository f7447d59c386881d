package dev.stagedoor.boxoffice.secondrun;

import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.email.SendTickets;
import dev.stagedoor.boxoffice.sales.UpdateSalesCounter;
import dev.stagedoor.boxoffice.ticket.RenderTickets;
import dev.stagedoor.effect.Unsure;
import dev.stagedoor.testkit.interleave.Verdict;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each of the three handlers, through every second run that is worth the time of a build. */
class HandlersSecondRunTest {
  private static final int QUICK = 100;
  private static final int DEEP = 1_000;

  @Test
  void renderTickets() throws Exception {
    OneOrder.rendering(s -> new RenderTickets(s.orders(), s.printer(), s.store()))
        .atMost(QUICK)
        .verify();
  }

  @Test
  void sendTickets() throws Exception {
    OneOrder.sending(s -> new SendTickets(s.orders(), s.store(), s.email()))
        .keyStable(Mailer.class)
        .atMost(QUICK)
        .verify();
  }

  /** The job is parked for a person where nobody knows whether the mail went out. */
  @Test
  void sendTicketsWithoutKeysMailsAtMostOnce() throws Exception {
    OneOrder.sendingWithoutKeys(Unsure.PARK)
        .allow(Verdict.STUCK, "a person decides about a mail in doubt")
        .atMost(QUICK)
        .verify();
  }

  @Test
  void sendTicketsWithoutKeysMailsAtLeastOnceWhereThatWasChosen() throws Exception {
    OneOrder.sendingWithoutKeys(Unsure.SEND_AGAIN)
        .allow(Verdict.TWICE, "a mail in doubt is sent again")
        .atMost(QUICK)
        .verify();
  }

  @Test
  void updateSalesCounter() throws Exception {
    OneOrder.countingOnce(new UpdateSalesCounter()).atMost(QUICK).verify();
  }

  @Test
  @Tag("deep")
  void renderTicketsDeep() throws Exception {
    OneOrder.rendering(s -> new RenderTickets(s.orders(), s.printer(), s.store()))
        .atMost(DEEP)
        .verify();
  }

  @Test
  @Tag("deep")
  void sendTicketsDeep() throws Exception {
    OneOrder.sending(s -> new SendTickets(s.orders(), s.store(), s.email()))
        .keyStable(Mailer.class)
        .atMost(DEEP)
        .verify();
  }

  @Test
  @Tag("deep")
  void updateSalesCounterDeep() throws Exception {
    OneOrder.countingOnce(new UpdateSalesCounter()).atMost(DEEP).verify();
  }
}
