package dev.stagedoor.boxoffice.order;

import java.time.Instant;
import java.util.List;

/** An event to be put on sale; checked. */
public record NewEvent(String title, String organizer, Instant startsAt, List<String> seats) {
  public NewEvent {
    seats = List.copyOf(seats);
  }
}
