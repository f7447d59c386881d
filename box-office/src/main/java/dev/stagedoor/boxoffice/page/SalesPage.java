package dev.stagedoor.boxoffice.page;

import dev.stagedoor.boxoffice.sales.Sales;
import java.util.Locale;

/** How an event sells, for its organizer. */
public record SalesPage(Sales sales) {
  public String when() {
    return Words.time(sales.event().startsAt());
  }

  public String sold() {
    return String.format(Locale.ENGLISH, "%,d", sales.ticketsSold());
  }

  public String left() {
    return String.format(Locale.ENGLISH, "%,d of %,d seats", sales.left(), sales.seats());
  }

  public String captured() {
    return Words.amount(sales.captured(), sales.currency());
  }

  public String refunded() {
    return Words.amount(sales.refunded(), sales.currency());
  }

  public String refunding() {
    return Words.amount(sales.refunding(), sales.currency());
  }

  public String kept() {
    return Words.amount(sales.captured().subtract(sales.refunded()), sales.currency());
  }

  public boolean hasRefunding() {
    return sales.refunding().signum() > 0;
  }
}
