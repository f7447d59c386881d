package dev.stagedoor.model;

import java.util.Arrays;

/**
 * Fields of a state, one after the other, in as few bits as their values need. The same calls in
 * the same order write and read: a field is handed in, and what it is from now on is returned.
 */
final class Bits {
  private final long[] words;
  private final boolean reading;
  private int word;
  private int bit;

  private Bits(long[] words, boolean reading) {
    this.words = words;
    this.reading = reading;
  }

  static Bits writing(int mostWords) {
    return new Bits(new long[mostWords], false);
  }

  static Bits reading(long[] words) {
    return new Bits(words, true);
  }

  boolean flag(boolean value) {
    return number(value ? 1 : 0, 2) == 1;
  }

  /** One of the numbers from {@code least} to {@code most}. */
  int between(int least, int value, int most) {
    return number(value - least, most - least + 1) + least;
  }

  <E extends Enum<E>> E one(E value, E[] all) {
    return all[number(value.ordinal(), all.length)];
  }

  /** One of the numbers below {@code values}. */
  int number(int value, int values) {
    int width = Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
    if (bit + width > Long.SIZE) {
      word++;
      bit = 0;
    }
    int at = bit;
    bit += width;
    if (reading) {
      return (int) (words[word] >>> at) & ((1 << width) - 1);
    }
    if (value < 0 || value >= values) {
      throw new IllegalStateException(value + " is not below " + values);
    }
    words[word] |= (long) value << at;
    return value;
  }

  /** What was written, in as many words as it took. */
  long[] words() {
    return Arrays.copyOf(words, word + 1);
  }
}
