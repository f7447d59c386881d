package dev.stagedoor.boxoffice.order;

import java.time.Instant;
import java.util.List;

/**
 * An event to be put on sale; checked.
 *
 * @param price of each seat
 */
public record NewEvent(
    String title, String organizer, Instant startsAt, List<String> seats, Money price) {
  public NewEvent {
    seats = List.copyOf(seats);
  }

  /** One that costs nothing. */
  public NewEvent(String title, String organizer, Instant startsAt, List<String> seats) {
    this(title, organizer, startsAt, seats, Money.NOTHING);
  }
}
