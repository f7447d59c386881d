package dev.stagedoor.boxoffice.order;

import java.util.Currency;

/**
 * An amount in whole minor units of its currency: 5000 of EUR are 50 euros, 5000 of JPY are 5000
 * yen. Never a fraction, never negative, at most 10^12.
 */
public record Money(long minor, Currency currency) {
  /** The most that anything costs. */
  public static final long MOST = 1_000_000_000_000L;

  /** What an event costs unless it says otherwise. */
  public static final Money NOTHING = of(0, "EUR");

  public Money {
    if (minor < 0 || minor > MOST) {
      throw new IllegalArgumentException("amount " + minor + ": give 0 to " + MOST);
    }
  }

  /**
   * @throws IllegalArgumentException if the amount is out of bounds or ISO 4217 has no such code
   */
  public static Money of(long minor, String currency) {
    return new Money(minor, Currency.getInstance(currency));
  }

  public boolean isNothing() {
    return minor == 0;
  }

  /** For messages: {@code 5000 minor units of EUR}, which nobody takes for 5000 euros. */
  @Override
  public String toString() {
    return minor + " minor units of " + currency.getCurrencyCode();
  }
}
