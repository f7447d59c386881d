package dev.stagedoor.job;

import java.util.Objects;
import java.util.UUID;

/**
 * The identity of an intent: the same on every delivery, run and attempt. Laid out as a UUIDv7 (RFC
 * 9562) whose time is the database's. Never the position of an entry in the stream.
 */
public record JobId(UUID value) implements Comparable<JobId> {
  public JobId {
    Objects.requireNonNull(value, "value");
  }

  /**
   * Reads the usual text form.
   *
   * @throws IllegalArgumentException if the text is not a UUID
   */
  public static JobId of(String text) {
    return new JobId(UUID.fromString(text));
  }

  /** In the order of the database: byte by byte, unsigned. */
  @Override
  public int compareTo(JobId other) {
    int high =
        Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(
            value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
