package dev.stagedoor.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A job to be enqueued: a type, a payload and when it is due. Immutable: each method gives a new
 * value.
 */
public final class NewJob<P> {
  /** The least urgent priority. */
  public static final int LAST = 9;

  private final JobType<P> type;
  private final P payload;
  private final Duration delay;
  private final @Nullable Instant dueAt;
  private final int priority;
  private final @Nullable String requestId;
  private final @Nullable String traceparent;
  private final @Nullable String uniqueKey;
  private final boolean again;

  private NewJob(
      JobType<P> type,
      P payload,
      Duration delay,
      @Nullable Instant dueAt,
      int priority,
      @Nullable String requestId,
      @Nullable String traceparent,
      @Nullable String uniqueKey,
      boolean again) {
    this.type = Objects.requireNonNull(type, "type");
    this.payload = Objects.requireNonNull(payload, "payload");
    this.delay = delay;
    this.dueAt = dueAt;
    this.priority = priority;
    this.requestId = requestId;
    this.traceparent = traceparent;
    this.uniqueKey = uniqueKey;
    this.again = again;
  }

  static <P> NewJob<P> of(JobType<P> type, P payload) {
    return new NewJob<>(type, payload, Duration.ZERO, null, 5, null, null, null, true);
  }

  /**
   * Due this long after it is enqueued, by the database's clock.
   *
   * @throws IllegalArgumentException if negative
   */
  public NewJob<P> dueIn(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("dueIn " + delay + ": give zero or more");
    }
    return new NewJob<>(
        type, payload, delay, null, priority, requestId, traceparent, uniqueKey, again);
  }

  /** Due at this instant of the database's clock; an instant in the past is due at once. */
  public NewJob<P> dueAt(Instant instant) {
    return new NewJob<>(
        type, payload, Duration.ZERO, instant, priority, requestId, traceparent, uniqueKey, again);
  }

  /**
   * Published before less urgent jobs of its queue: 0 first, 9 last, 5 unless said.
   *
   * @throws IllegalArgumentException if outside 0 to 9
   */
  public NewJob<P> priority(int priority) {
    if (priority < 0 || priority > LAST) {
      throw new IllegalArgumentException("priority " + priority + ": give 0 (first) to 9 (last)");
    }
    return new NewJob<>(
        type, payload, delay, dueAt, priority, requestId, traceparent, uniqueKey, again);
  }

  /** Carried to every run, for logs. At most 255 characters. */
  public NewJob<P> requestId(String requestId) {
    return new NewJob<>(
        type,
        payload,
        delay,
        dueAt,
        priority,
        Texts.label("request id", requestId),
        traceparent,
        uniqueKey,
        again);
  }

  /** The W3C trace context of the request, carried to every run. At most 255 characters. */
  public NewJob<P> traceparent(String traceparent) {
    return new NewJob<>(
        type,
        payload,
        delay,
        dueAt,
        priority,
        requestId,
        Texts.label("traceparent", traceparent),
        uniqueKey,
        again);
  }

  /**
   * At most one live or parked job of this type has this key. Enqueuing it once more writes no row:
   * the answer is {@code existing}, and the job that is there runs <em>again</em> when it
   * completes, with its steps forgotten, so that a change which was made while it ran is never
   * missed. It keeps its first payload and due time: such a handler reads what changed from the
   * tables. Where it does an effect outside the database, put the version that it read into the
   * subject.
   *
   * <p>The enqueueing transaction holds the job's row until it ends; the job is not completed
   * meanwhile. A transaction of the job's own holds it too, so that it cannot write what it read
   * before the change after the run that came for the change.
   *
   * @throws IllegalArgumentException if blank, over 255 characters, or with control characters
   */
  public NewJob<P> uniqueKey(String key) {
    if (key.isBlank()) {
      throw new IllegalArgumentException("a unique key is blank: name what there is one of");
    }
    return new NewJob<>(
        type,
        payload,
        delay,
        dueAt,
        priority,
        requestId,
        traceparent,
        Texts.label("unique key", key),
        again);
  }

  /**
   * With {@link #uniqueKey}: a job that is there is left as it is, and does not run again for this
   * enqueue. Only for work that looks at nothing which may have changed since the job began.
   */
  public NewJob<P> withoutAgain() {
    return new NewJob<>(
        type, payload, delay, dueAt, priority, requestId, traceparent, uniqueKey, false);
  }

  public JobType<P> type() {
    return type;
  }

  public P payload() {
    return payload;
  }

  /** Zero where {@link #dueAt()} is set. */
  public Duration delay() {
    return delay;
  }

  public Optional<Instant> dueAt() {
    return Optional.ofNullable(dueAt);
  }

  public int priority() {
    return priority;
  }

  public Optional<String> requestId() {
    return Optional.ofNullable(requestId);
  }

  public Optional<String> traceparent() {
    return Optional.ofNullable(traceparent);
  }

  public Optional<String> uniqueKey() {
    return Optional.ofNullable(uniqueKey);
  }

  /** Whether a live job with the same unique key is to run again; true unless said otherwise. */
  public boolean again() {
    return again;
  }
}
