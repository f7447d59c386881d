package dev.stagedoor.testkit.contract;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a provider's contract suite must be given. One provider, without requests, per test. */
public interface ProviderFixture {
  /**
   * Sends a request; two texts are two requests.
   *
   * @param key null for none
   */
  Reply send(@Nullable String key, String request) throws Exception;

  /** Requests that had their effect. */
  long accepted() throws Exception;

  /** Whether a request without a key is refused. */
  default boolean keyIsRequired() {
    return false;
  }

  /** How long after its first request a key is forgotten; empty: longer than a test can wait. */
  default Optional<Duration> keysLife() {
    return Optional.empty();
  }

  /** Lets time pass for the provider; not called where {@link #keysLife} is empty. */
  default void pass(Duration time) {
    throw new UnsupportedOperationException("pass " + time + ": keysLife() is not empty");
  }

  /** What a provider says. */
  sealed interface Reply {
    /**
     * The effect has happened, now or before.
     *
     * @param reference what the provider calls it: the same for the same effect
     */
    record Done(String reference) implements Reply {}

    /** Nothing was done: the key stands for another request. */
    record KeyReused() implements Reply {}

    /** Nothing was done: the first request under the key is not finished. */
    record StillRunning() implements Reply {}

    /** Nothing was done: a key is needed. */
    record KeyMissing() implements Reply {}
  }
}
