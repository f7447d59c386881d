package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.boxoffice.payment.HttpPayrail;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import java.net.URI;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where the providers are.
 *
 * @param email the way to the one at {@code mail}
 * @param payrail null where no payments are taken
 */
record Providers(URI mail, TicketEmail email, @Nullable URI payrail) {
  Charging charging() {
    return payrail == null ? Charging.OFF : Charging.ON;
  }

  /** What handlers work with; calls end a little before the send time-out. */
  BoxOfficeServices services(DataSource database, TicketStore store) {
    Duration timeout = BoxOffice.WINDOWS.sendTimeout().multipliedBy(9).dividedBy(10);
    return BoxOfficeServices.of(database, store, email)
        .withPayrail(payrail == null ? null : new HttpPayrail(payrail, timeout));
  }
}
