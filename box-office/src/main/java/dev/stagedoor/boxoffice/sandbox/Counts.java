package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Json;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What really happened here, counted where nobody else can be wrong about it: what was accepted,
 * not requests answered. Thread-safe.
 */
final class Counts {
  private final String things;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final Tally all = new Tally();
  private final Map<String, Tally> byKey = new TreeMap<>();
  private final Map<String, Tally> byThing = new TreeMap<>();
  private final Map<String, Integer> byReference = new TreeMap<>();
  private int withoutKey;

  /**
   * @param things what is accepted here, as the JSON calls them: mails
   */
  Counts(String things) {
    this.things = things;
  }

  /** What can happen to a request. */
  enum What {
    REQUEST,
    ACCEPTED,
    /** Decided against, for good: the answer is kept under the key as any other. */
    DECLINED,
    REPLAY,
    /** Came while the first request under its key was not finished. */
    OVERLAP,
    OTHER_REQUEST,
    /** Answered by a fault; nothing was accepted. */
    FAULT,
    /** Answered, and the answer was thrown away or held back. */
    REPLY_LOST
  }

  private static final class Tally {
    final int[] counts = new int[What.values().length];

    void count(What what) {
      counts[what.ordinal()]++;
    }

    ObjectNode json() {
      return Json.object()
          .put("requests", counts[What.REQUEST.ordinal()])
          .put("accepted", counts[What.ACCEPTED.ordinal()])
          .put("declined", counts[What.DECLINED.ordinal()])
          .put("replays", counts[What.REPLAY.ordinal()])
          .put("overlaps", counts[What.OVERLAP.ordinal()])
          .put("otherRequests", counts[What.OTHER_REQUEST.ordinal()])
          .put("faults", counts[What.FAULT.ordinal()])
          .put("repliesLost", counts[What.REPLY_LOST.ordinal()]);
    }
  }

  void count(String key, What what) {
    lock.lock();
    try {
      all.count(what);
      byKey.computeIfAbsent(key, k -> new Tally()).count(what);
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #count(String, What)}, for its reference too. */
  void count(Whose request, What what) {
    lock.lock();
    try {
      byThing(request.reference(), what);
      count(request.requireKey(), what);
    } finally {
      lock.unlock();
    }
  }

  /** A request turned out to be for the mail, or whatever it is, with this reference. */
  void request(@Nullable String reference) {
    lock.lock();
    try {
      byThing(reference, What.REQUEST);
    } finally {
      lock.unlock();
    }
  }

  private void byThing(@Nullable String reference, What what) {
    if (reference != null) {
      byThing.computeIfAbsent(reference, r -> new Tally()).count(what);
    }
  }

  /** It had its effect, for good. */
  void accepted(Whose request) {
    lock.lock();
    try {
      String reference = request.reference();
      if (reference != null) {
        byReference.merge(reference, 1, Integer::sum);
      }
      count(request, What.ACCEPTED);
    } finally {
      lock.unlock();
    }
  }

  void withoutKey() {
    lock.lock();
    try {
      withoutKey++;
      all.count(What.REQUEST);
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns when so many requests have come, or the wait is over. */
  void awaitRequests(int atLeast, Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long left = longest.toNanos();
      while (all.counts[What.REQUEST.ordinal()] < atLeast && left > 0) {
        left = grown.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  ObjectNode json() {
    lock.lock();
    try {
      ObjectNode json = all.json().put("withoutKey", withoutKey);
      ObjectNode keys = json.putObject("keys");
      byKey.forEach((key, tally) -> keys.set(key, tally.json()));
      ObjectNode references = json.putObject("references");
      byReference.forEach(references::put);
      ObjectNode each = json.putObject(things);
      byThing.forEach((reference, tally) -> each.set(reference, tally.json()));
      return json;
    } finally {
      lock.unlock();
    }
  }
}
