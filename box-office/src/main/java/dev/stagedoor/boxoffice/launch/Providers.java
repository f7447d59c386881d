package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.email.HttpMailer;
import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.boxoffice.payment.HttpPayrail;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.job.Windows;
import java.net.URI;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where the providers are.
 *
 * @param payrail null where no payments are taken
 */
record Providers(URI mail, @Nullable URI payrail) {
  Charging charging() {
    return payrail == null ? Charging.OFF : Charging.ON;
  }

  /** What handlers work with; calls end a little before the send time-out. */
  BoxOfficeServices services(DataSource database, TicketStore store, Windows windows) {
    Duration timeout = windows.sendTimeout().multipliedBy(9).dividedBy(10);
    return BoxOfficeServices.of(database, store, new HttpMailer(mail, timeout))
        .withPayrail(payrail == null ? null : new HttpPayrail(payrail, timeout));
  }
}
