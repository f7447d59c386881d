package dev.stagedoor.model;

/** A place for an entry of a stream. */
final class Entry {
  /** Where it is on its way. */
  enum Where {
    ABSENT,
    UNREAD,
    PENDING,
    /** It exists, was read before, and is pending for nobody. */
    ORPHAN
  }

  private static final Where[] WHERE = Where.values();

  Where where = Where.ABSENT;
  int stream;
  int job;

  /** Whether it was published under the row's attempt. */
  boolean attempt;

  /** Whether it says published again. */
  boolean again;

  /** The consumer that it is pending for; as many as there are workers: one that died. */
  int owner;

  /** Whether it will still reach a worker. */
  boolean isAlive() {
    return where == Where.UNREAD || where == Where.PENDING;
  }

  boolean isPendingFor(int consumer) {
    return where == Where.PENDING && owner == consumer;
  }

  void remove() {
    where = Where.ABSENT;
  }

  Entry copy() {
    Entry copy = new Entry();
    copy.where = where;
    copy.stream = stream;
    copy.job = job;
    copy.attempt = attempt;
    copy.again = again;
    copy.owner = owner;
    return copy;
  }

  /** What is absent says nothing else, so that states which differ only in that are one. */
  void pass(Bits bits, Scenario scenario) {
    if (where == Where.ABSENT) {
      job = 0;
      attempt = false;
      again = false;
      stream = 0;
    }
    if (where != Where.PENDING) {
      owner = 0;
    }
    where = bits.one(where, WHERE);
    stream = bits.number(stream, scenario.streams());
    job = bits.number(job, scenario.jobs().size());
    attempt = bits.flag(attempt);
    again = bits.flag(again);
    owner = bits.number(owner, scenario.workers() + 1);
  }

  boolean same(Entry other) {
    return where == other.where
        && (where == Where.ABSENT
            || (job == other.job
                && attempt == other.attempt
                && again == other.again
                && stream == other.stream
                && (where != Where.PENDING || owner == other.owner)));
  }

  String show() {
    return switch (where) {
          case ABSENT -> "absent";
          case UNREAD -> "unread";
          case PENDING -> "pending";
          case ORPHAN -> "orphaned";
        }
        + (attempt ? "" : ", of an older attempt");
  }
}
