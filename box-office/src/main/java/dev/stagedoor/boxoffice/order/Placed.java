package dev.stagedoor.boxoffice.order;

import java.util.List;

/** What became of a request to place an order. Only the first of these changed anything. */
public sealed interface Placed
    permits Placed.Now,
        KeyMet,
        Placed.NoSuchEvent,
        Placed.NoSuchSeats,
        Placed.Taken,
        Placed.TokenMissing,
        Placed.TooDear {
  /** Order, tickets, payment, jobs and the key are committed. */
  record Now(Reply reply) implements Placed {}

  record NoSuchEvent() implements Placed {}

  /**
   * The event has others.
   *
   * @param there which it has
   */
  record NoSuchSeats(List<String> seats, SeatRange there) implements Placed {}

  /** Somebody has these. */
  record Taken(List<String> seats) implements Placed {}

  /** They cost this much, and nothing was said of how to pay. */
  record TokenMissing(Money due) implements Placed {}

  /** Together they cost more than anything may. */
  record TooDear(Money each) implements Placed {}
}
