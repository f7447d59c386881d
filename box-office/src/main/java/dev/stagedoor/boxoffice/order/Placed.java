package dev.stagedoor.boxoffice.order;

import java.util.List;

/** What became of a request to place an order. Only the first of these changed anything. */
public sealed interface Placed {
  /** Order, tickets, jobs and the key are committed. */
  record Now(Reply reply) implements Placed {}

  /** The same request was answered before; this is that answer. */
  record Before(Reply reply) implements Placed {}

  /** The first request under the key is under way. */
  record StillRunning() implements Placed {}

  /** The key was used for another request. */
  record OtherRequest() implements Placed {}

  record NoSuchEvent() implements Placed {}

  /**
   * The event has others.
   *
   * @param there which it has
   */
  record NoSuchSeats(List<String> seats, SeatRange there) implements Placed {}

  /** Somebody has these. */
  record Taken(List<String> seats) implements Placed {}
}
