package dev.stagedoor.boxoffice.page;

import dev.stagedoor.boxoffice.order.Money;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.Locale;

/** How pages say amounts, times and numbers. */
final class Words {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private Words() {}

  /** {@code 1,250.00 EUR}: with as many digits as the currency's minor unit has. */
  static String amount(Money money) {
    return amount(BigDecimal.valueOf(money.minor()), money.currency());
  }

  /**
   * @param minor whole minor units
   */
  static String amount(BigDecimal minor, Currency currency) {
    int digits = Math.max(currency.getDefaultFractionDigits(), 0);
    return String.format(
        Locale.ENGLISH,
        "%,." + digits + "f %s",
        minor.movePointLeft(digits),
        currency.getCurrencyCode());
  }

  /** In UTC, and saying so: no event has a place, so none has a time zone. */
  static String time(Instant instant) {
    return TIME.format(instant);
  }
}
