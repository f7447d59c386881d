package dev.stagedoor.boxoffice.order;

import java.util.List;

/** What a buyer asks for; checked for shape, not yet against the event. */
public record NewOrder(long eventId, List<String> seats, Buyer buyer) {
  public NewOrder {
    seats = List.copyOf(seats);
  }
}
