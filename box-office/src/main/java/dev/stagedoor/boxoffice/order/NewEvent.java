package dev.stagedoor.boxoffice.order;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event to be put on sale; checked.
 *
 * @param price of each seat
 * @param organizerEmail where its daily reports go; null: nowhere
 */
public record NewEvent(
    String title,
    String organizer,
    Instant startsAt,
    List<String> seats,
    Money price,
    @Nullable String organizerEmail) {
  public NewEvent {
    seats = List.copyOf(seats);
  }

  /** One whose organizer gets no reports. */
  public NewEvent(
      String title, String organizer, Instant startsAt, List<String> seats, Money price) {
    this(title, organizer, startsAt, seats, price, null);
  }

  /** One that costs nothing. */
  public NewEvent(String title, String organizer, Instant startsAt, List<String> seats) {
    this(title, organizer, startsAt, seats, Money.NOTHING);
  }
}
