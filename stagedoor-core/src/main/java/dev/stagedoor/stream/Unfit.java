package dev.stagedoor.stream;

/**
 * A reason why a stream cannot be worked with as it is.
 *
 * @param message one line: what is wrong, with the value found, and the mend
 */
public record Unfit(Kind kind, String message) {
  /** Told apart because {@link #EVICTION} may be accepted: it costs duplicates, never a job. */
  public enum Kind {
    /** The server lacks commands that are needed. */
    VERSION,
    /** The server may throw entries away when memory is short. */
    EVICTION,
    /** The server takes no writes, being a replica. */
    READ_ONLY,
    /** The server refuses the user or the password. */
    CREDENTIALS
  }
}
