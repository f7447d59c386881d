package dev.stagedoor.model;

/** Where the thread of a worker is with an entry. */
enum Place {
  IDLE,
  /** It has the entry, and has not begun. */
  READ,
  /** The redelivery is counted. */
  COUNTED,
  /** It looks for the record of once: only where rule 26 is off. */
  ONCE_LOOK,
  /** It found none: only where rule 26 is off. */
  ONCE_LATE,
  ONCE,
  ONCE_OPEN,
  CLAIM,
  SEND,
  SENT,
  WRITE,
  WRITE_OPEN,
  COPY,
  COPY_OPEN,
  WHOLE,
  WHOLE_OPEN,
  /** The handler is about to return. */
  RETURN,
  /** The handler is back: only the outcome is left. */
  OVER;

  boolean isInHandler() {
    return compareTo(ONCE_LOOK) >= 0 && compareTo(WHOLE_OPEN) <= 0;
  }

  /** Whether a transaction of the run is open. */
  boolean isInTransaction() {
    return this == ONCE_OPEN || this == WRITE_OPEN || this == COPY_OPEN || this == WHOLE_OPEN;
  }

  static Place first(Handler handler, boolean recordFirst) {
    return switch (handler) {
      case ONCE_THEN_SEND -> recordFirst ? ONCE : ONCE_LOOK;
      case HANDLE_ONCE -> WHOLE;
      case ENQUEUE_CHILD -> WRITE;
      case COPY, COPY_AND_ENQUEUE -> COPY;
    };
  }
}
