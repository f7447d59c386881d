package dev.stagedoor.effect;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a sender knows of its failed send. It is believed; any other exception leaves the outcome
 * unknown.
 */
@SuppressWarnings("serial")
public class SendFailure extends RuntimeException {
  /** What the sender knows. */
  public enum Kind {
    /** Nothing reached the provider, or it says that it did nothing and may be asked again. */
    NOT_SENT,
    /** The provider is busy with this very key: ask again later under the same key. */
    STILL_RUNNING,
    /** The provider knows the key with another request: a person must look. */
    KEY_REUSED,
    /** Too many requests; nothing was done. */
    THROTTLED,
    /** The provider refuses for good; nothing was done and no retry can help. */
    REFUSED
  }

  private final Kind kind;
  private final transient @Nullable Duration wait;

  private SendFailure(
      Kind kind, String message, @Nullable Throwable cause, @Nullable Duration wait) {
    super(message, cause);
    this.kind = kind;
    this.wait = wait;
  }

  /** Surely nothing was done: the connection was refused, the name not found. */
  public static SendFailure notSent(Throwable cause) {
    return new SendFailure(Kind.NOT_SENT, "not sent: " + cause.getMessage(), cause, null);
  }

  /** The provider is still at the first request under this key (HTTP 409 of the IETF draft). */
  public static SendFailure stillRunning() {
    return new SendFailure(
        Kind.STILL_RUNNING, "the provider is still at it under this key", null, null);
  }

  /** The provider knows the key with another request (HTTP 422 of the IETF draft). */
  public static SendFailure keyReused(String detail) {
    return new SendFailure(
        Kind.KEY_REUSED, "the provider knows the key with another request: " + detail, null, null);
  }

  /** Nothing was done; wait before the next try. */
  public static SendFailure throttled(Duration wait) {
    return new SendFailure(Kind.THROTTLED, "throttled for " + wait, null, wait);
  }

  /** Refused for good. */
  public static SendFailure refused(String detail) {
    return new SendFailure(Kind.REFUSED, "refused: " + detail, null, null);
  }

  /**
   * Tells HTTP answers apart for a provider with keys, per the IETF Idempotency-Key draft and RFC
   * 9110: 2xx returns; 409 still running; 422 key reused; 429 and 503 with the wait that {@code
   * Retry-After} names in seconds (10 s where it names none); 408 and other 5xx leave the outcome
   * unknown; every other 4xx is refused.
   *
   * @param retryAfter the header's value, or null
   * @throws SendFailure as told above
   * @throws IllegalStateException where the outcome is unknown
   */
  public static void throwUnlessOk(int status, @Nullable String retryAfter) {
    if (status >= 200 && status < 300) {
      return;
    }
    switch (status) {
      case 409 -> throw stillRunning();
      case 422 -> throw keyReused("status 422");
      case 429, 503 -> throw throttled(seconds(retryAfter));
      default -> {
        if (status >= 400 && status < 500 && status != 408) {
          throw refused("status " + status);
        }
        throw new IllegalStateException("the provider answered " + status + ": outcome unknown");
      }
    }
  }

  private static Duration seconds(@Nullable String retryAfter) {
    if (retryAfter == null || !retryAfter.strip().matches("[0-9]{1,6}")) {
      return Duration.ofSeconds(10);
    }
    return Duration.ofSeconds(Long.parseLong(retryAfter.strip()));
  }

  public Kind kind() {
    return kind;
  }

  /** How long the provider wants to be left alone; set for throttled only. */
  public Optional<Duration> waitFor() {
    return Optional.ofNullable(wait);
  }
}
