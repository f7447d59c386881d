package dev.stagedoor.stream;

import java.util.Objects;

/**
 * Where an entry stands in a stream: milliseconds, hyphen, counter, as Redis writes it. A position,
 * never an identity: the same job has another one each time it is published.
 */
public record EntryId(String value) implements Comparable<EntryId> {
  public EntryId {
    Objects.requireNonNull(value, "value");
  }

  @Override
  public int compareTo(EntryId other) {
    int high = Long.compareUnsigned(part(0), other.part(0));
    return high != 0 ? high : Long.compareUnsigned(part(1), other.part(1));
  }

  private long part(int i) {
    int hyphen = value.indexOf('-');
    return Long.parseUnsignedLong(
        i == 0 ? value.substring(0, hyphen) : value.substring(hyphen + 1));
  }

  @Override
  public String toString() {
    return value;
  }
}
