package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The provider's own table of keys: which request each key was first seen with, and what was
 * answered. A key is forgotten when its life is over, counted from its first request; one whose
 * first request is not finished lives on. Thread-safe; of any number of first requests under one
 * key, one is told that it is new.
 */
final class KeyTable {
  /** How long a key lives unless something else is asked for. */
  static final Duration STANDARD_LIFE = Duration.ofHours(24);

  private final Map<String, Row> rows = new HashMap<>();
  private final Duration life;
  private final Ticker ticker;

  KeyTable(Duration life, Ticker ticker) {
    this.life = life;
    this.ticker = ticker;
  }

  /** What a request under a key meets. */
  sealed interface Met {}

  /** The first under its key: go on, then {@link #finish} or {@link #forget}. */
  record Fresh() implements Met {}

  /** The first under this key is not finished. */
  record StillRunning() implements Met {}

  /** The key belongs to another request. */
  record OtherRequest() implements Met {}

  /** The same request was answered before. */
  record Finished(Answer first) implements Met {}

  private record Row(String fingerprint, long since, @Nullable Answer answer) {}

  synchronized Met meet(String key, String fingerprint) {
    Row row = row(key);
    if (row == null) {
      rows.put(key, new Row(fingerprint, ticker.nanos(), null));
      return new Fresh();
    }
    if (!row.fingerprint.equals(fingerprint)) {
      return new OtherRequest();
    }
    return row.answer == null ? new StillRunning() : new Finished(row.answer);
  }

  synchronized void finish(String key, Answer answer) {
    rows.computeIfPresent(key, (k, row) -> new Row(row.fingerprint, row.since, answer));
  }

  /** Nothing was done under the key: the next request is the first. */
  synchronized void forget(String key) {
    rows.remove(key);
  }

  /** The key's first answer; null if there is none (yet, or any more). */
  synchronized @Nullable Answer find(String key) {
    Row row = row(key);
    return row == null ? null : row.answer;
  }

  synchronized boolean knows(String key) {
    return row(key) != null;
  }

  /** Null for a key that is not known, or not any more. */
  private @Nullable Row row(String key) {
    Row row = rows.get(key);
    boolean over =
        row != null && row.answer != null && ticker.nanos() - row.since >= life.toNanos();
    return over ? null : row;
  }
}
