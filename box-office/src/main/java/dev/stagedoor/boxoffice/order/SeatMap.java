package dev.stagedoor.boxoffice.order;

import java.util.List;

/**
 * An event and its seats, as they were when it was read.
 *
 * @param price of each seat
 * @param ticketsSold the organizer's counter, which follows the sales a moment later
 */
public record SeatMap(Event event, Money price, long ticketsSold, List<Seat> seats) {
  public SeatMap {
    seats = List.copyOf(seats);
  }

  /** One seat. */
  public record Seat(String name, boolean sold) {}
}
