package dev.stagedoor.job;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A kind of job: its name in the outbox, the class of its payload, the queue it waits in.
 * Immutable.
 *
 * @param name as stored: {@code [a-z][a-z0-9_.-]*}, at most 100 characters
 * @param payload what the codec reads and writes
 * @param queue {@code default} unless {@link #onQueue} says otherwise; same rule as the name
 */
public record JobType<P>(String name, Class<P> payload, String queue) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_.-]{0,99}");

  public JobType {
    Objects.requireNonNull(payload, "payload");
    requireName("job type", name);
    requireName("queue", queue);
  }

  /** A type on the queue {@code default}. */
  public static <P> JobType<P> of(String name, Class<P> payload) {
    return new JobType<>(name, payload, "default");
  }

  /** A type that carries no payload. */
  public static JobType<NoPayload> of(String name) {
    return of(name, NoPayload.class);
  }

  /** The same type, waiting in another queue. */
  public JobType<P> onQueue(String other) {
    return new JobType<>(name, payload, other);
  }

  /** A job of this type, to be enqueued. */
  public NewJob<P> job(P payload) {
    return NewJob.of(this, payload);
  }

  /**
   * The name, if a queue may have it.
   *
   * @throws IllegalArgumentException if not, with the rule
   */
  public static String requireQueue(String queue) {
    requireName("queue", queue);
    return queue;
  }

  private static void requireName(String what, String name) {
    if (!NAME.matcher(Objects.requireNonNull(name, what)).matches()) {
      throw new IllegalArgumentException(
          what
              + " \""
              + name
              + "\": use lower-case letters, digits, _ . - and start with a letter,"
              + " at most 100 characters");
    }
  }
}
