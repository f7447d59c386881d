package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import java.util.Currency;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What Payrail wants to know before it moves money.
 *
 * @param amountMinor whole minor units of the currency, at least 1
 * @param source the token to capture from, or the capture to refund
 * @param reference the sender's own, for Payrail's books; null where it gave none
 */
record PaymentOrder(long amountMinor, String currency, String source, @Nullable String reference) {
  private static final long MOST = 1_000_000_000_000L;
  private static final Pattern SOURCE = Pattern.compile("[A-Za-z0-9_-]{1,255}");

  /**
   * @param sourceName {@code token} or {@code capture}
   * @throws ProblemException 400 if a part is missing or wrong
   */
  static PaymentOrder read(ObjectNode json, String sourceName) {
    String source = text(json, sourceName);
    if (source == null || !SOURCE.matcher(source).matches()) {
      throw wrong(sourceName, "give 1 to 255 letters, digits, _ -");
    }
    return new PaymentOrder(amount(json), currency(json), source, text(json, "reference"));
  }

  private static long amount(ObjectNode json) {
    JsonNode value = json.path("amountMinor");
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw wrong("amountMinor", Json.given(value) + ": give a whole number of minor units");
    }
    if (value.longValue() < 1 || value.longValue() > MOST) {
      throw wrong("amountMinor", Json.given(value) + ": give 1 to " + MOST);
    }
    return value.longValue();
  }

  private static String currency(ObjectNode json) {
    String code = text(json, "currency");
    try {
      return Currency.getInstance(code == null ? "" : code).getCurrencyCode();
    } catch (IllegalArgumentException e) {
      throw wrong("currency", "give an ISO 4217 code");
    }
  }

  private static @Nullable String text(ObjectNode json, String name) {
    JsonNode value = json.path(name);
    return value.isString() ? value.stringValue() : null;
  }

  private static ProblemException wrong(String name, String mend) {
    return new ProblemException(Problem.of(400, "Not a payment", "#/" + name + ": " + mend));
  }
}
