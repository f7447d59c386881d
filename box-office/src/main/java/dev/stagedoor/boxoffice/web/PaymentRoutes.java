package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Fingerprint;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.Problem.FieldError;
import dev.stagedoor.boxoffice.order.CancelAsked;
import dev.stagedoor.boxoffice.order.CancelDesk;
import dev.stagedoor.boxoffice.order.ClientKey;
import dev.stagedoor.boxoffice.order.KeyMet;
import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.order.NewRefund;
import dev.stagedoor.boxoffice.order.OrderState;
import dev.stagedoor.boxoffice.order.RefundAsked;
import dev.stagedoor.boxoffice.order.RefundDesk;
import dev.stagedoor.boxoffice.order.Reply;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** {@code POST /orders/{id}/cancel} and {@code POST /orders/{id}/refunds}. Thread-safe. */
final class PaymentRoutes {
  private final CancelDesk cancels;
  private final RefundDesk refunds;
  private final OrderView view;

  PaymentRoutes(CancelDesk cancels, RefundDesk refunds, OrderView view) {
    this.cancels = cancels;
    this.refunds = refunds;
    this.view = view;
  }

  void addTo(RoutesConfig routes) {
    routes.post("/orders/{id}/cancel", this::cancel);
    routes.post("/orders/{id}/refunds", this::refund);
  }

  private void cancel(Context http) throws SQLException {
    CancelAsked asked = cancels.cancel(OrderView.id(http), Origins.of(http));
    if (asked instanceof CancelAsked.Done) {
      view.show(http);
    } else if (asked instanceof CancelAsked.TooLate late) {
      Answers.problem(
          http,
          Problem.of(
              409,
              "Order cannot be cancelled",
              "the order is " + late.state().word() + ": " + mend(late.state())));
    } else {
      throw OrderView.noSuchOrder(http);
    }
  }

  private static String mend(OrderState state) {
    return state == OrderState.PAID
        ? "ask its money back with POST /orders/ID/refunds"
        : "there is nothing to cancel, and its seats are free";
  }

  private void refund(Context http) throws SQLException {
    ClientKey key = ClientKeys.read(http);
    NewRefund refund = Requests.refund(OrderView.id(http), Bodies.json(http));
    RefundAsked asked =
        refunds.ask(
            key,
            fingerprint(refund),
            refund,
            Origins.of(http),
            (id, amount) -> firstReply(refund.order(), id, amount));
    if (asked instanceof RefundAsked.Now now) {
      Answers.reply(http, now.reply(), false);
    } else if (asked instanceof KeyMet met) {
      Answers.met(http, met, key.key());
    } else if (asked instanceof RefundAsked.NoSuchOrder) {
      throw OrderView.noSuchOrder(http);
    } else {
      Answers.problem(http, refusal(asked, refund));
    }
  }

  private static Reply firstReply(UUID order, UUID refund, Money amount) {
    ObjectNode json =
        Json.object()
            .put("id", refund.toString())
            .put("orderId", order.toString())
            .put("amountMinor", amount.minor())
            .put("currency", amount.currency().getCurrencyCode());
    return new Reply(201, "/orders/" + order, Json.text(json));
  }

  private static Problem refusal(RefundAsked asked, NewRefund refund) {
    if (asked instanceof RefundAsked.OtherCurrency other) {
      String code = other.captured().currency().getCurrencyCode();
      return wrong("#/currency", "is not what was paid in: give " + code + ", or leave it out");
    } else if (asked instanceof RefundAsked.TooMuch most) {
      return wrong(
          "#/amountMinor",
          refund.minor() + " is more than is left to give back: at most " + most.left());
    } else if (asked instanceof RefundAsked.NotCaptured not) {
      String mend = not.state() == OrderState.PLACED ? "; cancel it instead" : "";
      return Problem.of(
          409,
          "Order is not paid",
          "the order is " + not.state().word() + ", nothing was captured for it" + mend);
    }
    throw new AssertionError(asked);
  }

  private static Problem wrong(String pointer, String detail) {
    return Fields.unprocessable(List.of(new FieldError(pointer, detail)));
  }

  /** Of what was understood. No order's fingerprint is the same: the names are others. */
  private static byte[] fingerprint(NewRefund refund) {
    ObjectNode json =
        Json.object()
            .put("refundOf", refund.order().toString())
            .put("amountMinor", refund.minor())
            .put("reason", refund.reason());
    refund.currency().ifPresent(currency -> json.put("currency", currency.getCurrencyCode()));
    return Fingerprint.of(Json.bytes(json));
  }
}
