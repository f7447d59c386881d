package dev.stagedoor.model;

import java.util.Arrays;

/**
 * Keys of states, numbered in the order in which they came: packed without gaps, found by open
 * addressing. Some twenty to fifty bytes a state.
 */
final class StateSet {
  private static final int CHUNK = 1 << 14;

  private final int words;
  private long[][] chunks = new long[64][];
  private int[] table = new int[1 << 16];
  private int size;

  /**
   * @param words of every key
   */
  StateSet(int words) {
    this.words = words;
  }

  int size() {
    return size;
  }

  /** The number of this key; it is new if that is the old {@link #size}. */
  int add(long[] key) {
    if (size * 2 >= table.length) {
      grow();
    }
    int slot = slot(key);
    while (table[slot] != 0) {
      int number = table[slot] - 1;
      if (isAt(number, key)) {
        return number;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    store(key);
    table[slot] = size;
    return size - 1;
  }

  private void store(long[] key) {
    int chunk = size / CHUNK;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunk);
    }
    if (size % CHUNK == 0) {
      chunks[chunk] = new long[CHUNK * words];
    }
    System.arraycopy(key, 0, chunks[chunk], size % CHUNK * words, words);
    size++;
  }

  long[] get(int number) {
    int from = number % CHUNK * words;
    return Arrays.copyOfRange(chunks[number / CHUNK], from, from + words);
  }

  private boolean isAt(int number, long[] key) {
    int from = number % CHUNK * words;
    return Arrays.equals(chunks[number / CHUNK], from, from + words, key, 0, words);
  }

  private void grow() {
    table = new int[table.length * 2];
    for (int number = 0; number < size; number++) {
      int slot = slot(get(number));
      while (table[slot] != 0) {
        slot = (slot + 1) & (table.length - 1);
      }
      table[slot] = number + 1;
    }
  }

  private int slot(long[] key) {
    long hash = 0;
    for (long word : key) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 32;
    }
    return (int) (hash >>> 7) & (table.length - 1);
  }
}
