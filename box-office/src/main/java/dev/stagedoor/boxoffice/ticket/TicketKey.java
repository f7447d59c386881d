package dev.stagedoor.boxoffice.ticket;

import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The name of a stored object: segments of lower-case letters, digits, {@code . _ -}, each starting
 * with a letter or digit, divided by single slashes. So none is empty, {@code .} or {@code ..}, and
 * none leads out of a store; and none differs from another by case alone, where a file system would
 * take them for one.
 *
 * @param value at most 200 characters
 */
public record TicketKey(String value) {
  private static final int LONGEST = 200;
  private static final Pattern KEY =
      Pattern.compile("[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*");

  public TicketKey {
    if (Objects.requireNonNull(value, "value").length() > LONGEST
        || !KEY.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "object key \"%s\": use at most %d lower-case letters, digits, . _ - and single slashes"
              .formatted(value, LONGEST));
    }
  }

  /** The same on every run for the same order, so that a second put meets the first. */
  public static TicketKey ofOrder(UUID publicId) {
    return new TicketKey("tickets/" + publicId + ".pdf");
  }
}
