package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The money that was moved. A token {@code tok_declined} is declined as {@code card_declined}, and
 * {@code tok_declined_REASON} as REASON; every other token is good for any amount. Never gives back
 * more than was captured. Thread-safe.
 */
final class PayrailBooks {
  private static final String DECLINED = "tok_declined";

  private final Map<String, Captured> captures = new HashMap<>();
  private final Map<String, Long> captured = new TreeMap<>();
  private final Map<String, Long> refunded = new TreeMap<>();
  private int refunds;

  private static final class Captured {
    final PaymentOrder order;
    long refunded;

    Captured(PaymentOrder order) {
      this.order = order;
    }
  }

  synchronized Intake.Decision capture(String key, PaymentOrder order) {
    if (order.source().startsWith(DECLINED)) {
      String reason = order.source().substring(DECLINED.length()).replaceFirst("^_", "");
      return declined(reason.isEmpty() ? "card_declined" : reason);
    }
    String id = "cap_" + (captures.size() + 1);
    captures.put(id, new Captured(order));
    captured.merge(order.currency(), order.amountMinor(), Long::sum);
    return done(id, key, order);
  }

  synchronized Intake.Decision refund(String key, PaymentOrder order) {
    Captured from = captures.get(order.source());
    if (from == null) {
      return declined("no_such_capture");
    } else if (!from.order.currency().equals(order.currency())) {
      return declined("other_currency");
    } else if (order.amountMinor() > from.order.amountMinor() - from.refunded) {
      return declined("more_than_captured");
    }
    from.refunded += order.amountMinor();
    refunded.merge(order.currency(), order.amountMinor(), Long::sum);
    return done("ref_" + ++refunds, key, order);
  }

  private static Intake.Decision done(String id, String key, PaymentOrder order) {
    ObjectNode json =
        Json.object()
            .put("id", id)
            .put("key", key)
            .put("amountMinor", order.amountMinor())
            .put("currency", order.currency());
    return new Intake.Decision(true, Answer.json(201, json));
  }

  private static Intake.Decision declined(String reason) {
    ObjectNode json =
        Problem.of(402, "Declined", "Payrail does not do it: " + reason)
            .json()
            .put("reason", reason);
    return new Intake.Decision(
        false, new Answer(402, Problem.MEDIA_TYPE, Json.text(json), Map.of()));
  }

  /** {@code {"capturedMinor":{"EUR":5000},"refundedMinor":{"EUR":500}}}. */
  synchronized ObjectNode json() {
    ObjectNode json = Json.object();
    captured.forEach(json.putObject("capturedMinor")::put);
    refunded.forEach(json.putObject("refundedMinor")::put);
    return json;
  }
}
