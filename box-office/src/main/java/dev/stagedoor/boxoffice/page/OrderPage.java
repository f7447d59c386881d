package dev.stagedoor.boxoffice.page;

import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.OrderState;
import dev.stagedoor.boxoffice.order.Ticket;
import dev.stagedoor.boxoffice.payment.Payment;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An order, for whoever has its address.
 *
 * @param age since it was placed, by the database's clock
 */
public record OrderPage(
    Order order, Optional<Instant> emailSentAt, Optional<Payment> payment, Duration age) {
  private static final Duration LONGEST = Duration.ofHours(1);

  /** What the state means, in a few words. */
  public String headline() {
    return switch (order.state()) {
      case PLACED -> "We are waiting for your payment";
      case CONFIRMED, PAID -> progress();
      case DECLINED -> "Your payment was declined";
      case CANCELLED -> "This order is cancelled";
      case REFUNDED -> "This order is refunded";
    };
  }

  private String progress() {
    if (isDone()) {
      return "Your tickets were sent to you";
    }
    return hasTickets() ? "Your tickets are ready" : "We are preparing your tickets";
  }

  /** And what that means for the buyer. */
  public String explanation() {
    return switch (order.state()) {
      case PLACED ->
          "Your seats are kept for you. Tickets are made as soon as the payment is settled.";
      case CONFIRMED -> "Your seats are yours. There was nothing to pay.";
      case PAID -> "Your seats are yours, and paid.";
      case DECLINED -> "No money was taken, and your seats are free again.";
      case CANCELLED -> "Its tickets are not valid, and your seats are free again.";
      case REFUNDED ->
          "All of the money was given back. Its tickets are not valid any more, and the seats are"
              + " free again.";
    };
  }

  public String word() {
    return order.state().word();
  }

  public String when() {
    return Words.time(order.event().startsAt());
  }

  public String placed() {
    return Words.time(order.createdAt());
  }

  public String seats() {
    return order.tickets().stream().map(Ticket::seat).collect(Collectors.joining(", "));
  }

  public String price() {
    return order.amount().isNothing() ? "free" : Words.amount(order.amount());
  }

  /** What became of the money; none where there was nothing to pay. */
  public List<String> money() {
    return payment.map(this::money).orElse(List.of());
  }

  private List<String> money(Payment paid) {
    String captured = amount(paid.capturedMinor());
    String taken =
        switch (paid.state()) {
          case REQUESTED -> "nothing was taken yet";
          case CAPTURING -> "the payment is under way";
          case CAPTURED -> captured + " was taken";
          case DECLINED ->
              "declined by the payment provider: "
                  + paid.declineReason().orElse("no reason").replace('_', ' ');
          case CANCELLED -> "nothing was taken, and nothing will be";
        };
    long under = underWay(paid);
    return Stream.of(
            taken,
            paid.refundedMinor() == 0 ? "" : amount(paid.refundedMinor()) + " was given back",
            under == 0 ? "" : amount(under) + " is being given back")
        .filter(line -> !line.isEmpty())
        .toList();
  }

  private static long underWay(Payment paid) {
    return paid.refundingMinor() - paid.refundedMinor();
  }

  private String amount(long minor) {
    return Words.amount(BigDecimal.valueOf(minor), order.amount().currency());
  }

  /** Whether and when the mail with the tickets went out. */
  public String email() {
    return emailSentAt
        .map(sent -> "sent on " + Words.time(sent))
        .orElse(order.state().holdsSeats() ? "not sent yet" : "none will be sent");
  }

  /** Whether the tickets can be had here: they are there, and good. */
  public boolean hasTickets() {
    return order.pdfKey().isPresent() && isGood(order.state());
  }

  /** What opens a door: seats are held, and nothing is to be paid any more. */
  public static boolean isGood(OrderState state) {
    return state == OrderState.CONFIRMED || state == OrderState.PAID;
  }

  /** Whether nothing will change here unless somebody asks for it. */
  boolean isSettled() {
    boolean paid = payment.map(p -> p.state().isSettled() && underWay(p) == 0).orElse(true);
    return paid && (!order.state().holdsSeats() || isDone());
  }

  private boolean isDone() {
    return hasTickets() && emailSentAt.isPresent();
  }

  /** Whether the page is to renew itself; for an hour at most. */
  public boolean isRenewed() {
    return !isSettled() && age.compareTo(LONGEST) < 0;
  }

  /** Whether it has given up renewing itself. */
  public boolean isStale() {
    return !isSettled() && !isRenewed();
  }

  /**
   * In how many seconds: the longer it takes, the less often. Without an address, so that a browser
   * keeps no step of it for its back button.
   */
  public String renewal() {
    return Long.toString(Math.min(60, 2 + age.toSeconds() / 10));
  }

  public String path() {
    return "/o/" + order.publicId();
  }
}
