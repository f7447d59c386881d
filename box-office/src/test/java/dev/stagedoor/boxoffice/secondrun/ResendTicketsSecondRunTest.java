package dev.stagedoor.boxoffice.secondrun;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.email.ResendTickets;
import dev.stagedoor.boxoffice.email.SendTickets;
import dev.stagedoor.boxoffice.order.Jobs;
import dev.stagedoor.boxoffice.order.TicketsToResend;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.testkit.SecondRun;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A mail that somebody asked for once more, through every second run worth a build's time. */
class ResendTicketsSecondRunTest {
  private static final int QUICK = 100;
  private static final int FEW = 30;
  private static final int DEEP = 1_000;

  @Test
  void resendTickets() throws Exception {
    OneOrder.resending(17, ResendTicketsSecondRunTest::resend).atMost(QUICK).verify();
  }

  @Test
  void C80_theKeyOfAResendIsItsOwnOnEveryRunAndNoOtherIntents() throws Exception {
    Set<String> first =
        keys(
            OneOrder.sending(s -> new SendTickets(s.orders(), s.store(), s.email()))
                .keyStable(Mailer.class));
    Set<String> second = keys(OneOrder.resending(17, ResendTicketsSecondRunTest::resend));
    Set<String> third = keys(OneOrder.resending(18, ResendTicketsSecondRunTest::resend));

    assertThat(first).containsExactly("tickets-4471");
    assertThat(second).containsExactly("tickets_again-17");
    assertThat(third).containsExactly("tickets_again-18");
  }

  /** All that the provider was asked under, over all interleavings. */
  private static Set<String> keys(SecondRun<?> secondRun) throws Exception {
    Set<String> keys = new ConcurrentSkipListSet<>();
    secondRun
        .eventually(
            "one key",
            world -> {
              Set<String> asked = world.provider(ModelMailer.class).keys();
              keys.addAll(asked);
              return asked.size() == 1;
            })
        .atMost(FEW)
        .verify();
    return keys;
  }

  private static JobHandler<TicketsToResend> resend(BoxOfficeServices services) {
    return new ResendTickets(
        services.database(), services.store(), services.email(), Jobs.TICKETS_AGAIN);
  }

  @Test
  @Tag("deep")
  void resendTicketsDeep() throws Exception {
    OneOrder.resending(18, ResendTicketsSecondRunTest::resend).atMost(DEEP).verify();
  }
}
