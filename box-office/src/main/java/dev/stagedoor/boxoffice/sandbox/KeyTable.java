package dev.stagedoor.boxoffice.sandbox;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The provider's own table of keys: which request each key was first seen with, and what was
 * answered. Thread-safe; of any number of first requests under one key, one is told that it is new.
 */
final class KeyTable {
  private final Map<String, Row> rows = new HashMap<>();

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

  private record Row(String fingerprint, @Nullable Answer answer) {}

  synchronized Met meet(String key, String fingerprint) {
    Row row = rows.putIfAbsent(key, new Row(fingerprint, null));
    if (row == null) {
      return new Fresh();
    }
    if (!row.fingerprint.equals(fingerprint)) {
      return new OtherRequest();
    }
    return row.answer == null ? new StillRunning() : new Finished(row.answer);
  }

  synchronized void finish(String key, Answer answer) {
    rows.computeIfPresent(key, (k, row) -> new Row(row.fingerprint, answer));
  }

  /** Nothing was done under the key: the next request is the first. */
  synchronized void forget(String key) {
    rows.remove(key);
  }

  /** The key's first answer; null if there is none (yet). */
  synchronized @Nullable Answer find(String key) {
    Row row = rows.get(key);
    return row == null ? null : row.answer;
  }

  synchronized boolean knows(String key) {
    return rows.containsKey(key);
  }
}
