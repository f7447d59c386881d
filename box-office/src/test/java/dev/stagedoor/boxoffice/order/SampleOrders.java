package dev.stagedoor.boxoffice.order;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Orders that were never placed. */
public final class SampleOrders {
  private SampleOrders() {}

  /** Always the same, but for the buyer's name. */
  public static Order named(String buyer) {
    return new Order(
        4471,
        UUID.fromString("5f2c1b9e-7d2a-4a43-9c6e-0d9a3f8b1c77"),
        new Event(7, "Gala of the flying oxen", "Teatr", Instant.parse("2027-05-01T17:30:00Z")),
        new Buyer(buyer, "buyer@example.org"),
        Instant.parse("2026-11-29T12:00:00.123456Z"),
        OrderState.CONFIRMED,
        Money.NOTHING,
        List.of(
            new Ticket("A1", UUID.fromString("11111111-7d2a-4a43-9c6e-0d9a3f8b1c77")),
            new Ticket("A2", UUID.fromString("22222222-7d2a-4a43-9c6e-0d9a3f8b1c77"))),
        null);
  }
}
