package dev.stagedoor.testkit.fakes;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A provider in memory that does what a real one does about idempotency keys: the first request
 * under a key is accepted, the same request again gets the first answer, another request under the
 * key is refused, and a key is forgotten when its life is over. Without a key every request is
 * accepted. What counts is {@link #accepted}: requests that really had their effect.
 *
 * <pre>{@code
 * final class ModelMailer extends ModelProvider implements Mailer {
 *   public void send(Mail mail, String key) {
 *     accept(key, mail);
 *   }
 * }
 * }</pre>
 *
 * <p>The rules are those of the IETF draft "The Idempotency-Key HTTP Header Field". Requests are
 * compared by {@code equals}. Thread-safe.
 */
public abstract class ModelProvider {
  private final @Nullable Duration keepsKeys;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Answered> answers = new HashMap<>();
  private final List<Accepted> accepted = new ArrayList<>();
  private final Set<String> keys = new LinkedHashSet<>();
  private InstantSource clock = InstantSource.system();
  private long calls;
  private long keyless;

  /** A provider that never forgets a key. */
  protected ModelProvider() {
    this.keepsKeys = null;
  }

  /** A provider that forgets a key so long after its first request. */
  protected ModelProvider(Duration keepsKeys) {
    this.keepsKeys = Objects.requireNonNull(keepsKeys, "keepsKeys");
  }

  /** A request that had its effect; the key is null where it came without one. */
  public record Accepted(@Nullable String key, Object request, Instant at) {}

  private record Answered(Object request, @Nullable Object answer, Instant at) {}

  /** The key stands for another request: the provider refuses this one. */
  @SuppressWarnings("serial")
  public static final class KeyReused extends RuntimeException {
    KeyReused(String key) {
      super("key \"" + key + "\" was used for another request");
    }
  }

  /**
   * Takes a request as the provider would.
   *
   * @param key null for a request without one
   * @param answer makes the answer, once for each accepted request
   * @return the answer, or the first one where the key is remembered
   * @throws KeyReused if the key is remembered for another request
   */
  protected final <T extends @Nullable Object> T accept(
      @Nullable String key, Object request, Supplier<T> answer) {
    lock.lock();
    try {
      calls++;
      keyless += key == null ? 1 : 0;
      Instant now = clock.instant();
      Answered before = key == null ? null : remembered(key, now);
      if (before != null) {
        return again(Objects.requireNonNull(key), before, request);
      }
      T made = answer.get();
      accepted.add(new Accepted(key, request, now));
      if (key != null) {
        answers.put(key, new Answered(request, made, now));
      }
      return made;
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #accept(String, Object, Supplier)}, without an answer. */
  protected final void accept(@Nullable String key, Object request) {
    this.<@Nullable Object>accept(key, request, () -> null);
  }

  private @Nullable Answered remembered(String key, Instant now) {
    keys.add(key);
    Answered before = answers.get(key);
    if (before != null && keepsKeys != null && !now.isBefore(before.at().plus(keepsKeys))) {
      return null;
    }
    return before;
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the key's answer has the type of its method
  private static <T extends @Nullable Object> T again(String key, Answered before, Object request) {
    if (!before.request().equals(request)) {
      throw new KeyReused(key);
    }
    return (T) before.answer();
  }

  /** Requests that had their effect. */
  public final long accepted() {
    return accepted(request -> true);
  }

  /** Requests that had their effect and that this predicate selects. */
  public final long accepted(java.util.function.Predicate<Accepted> which) {
    lock.lock();
    try {
      return accepted.stream().filter(which).count();
    } finally {
      lock.unlock();
    }
  }

  /** What was accepted, in order. */
  public final List<Accepted> requests() {
    lock.lock();
    try {
      return List.copyOf(accepted);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Every key that was seen, in no order, also with requests that were answered from memory or
   * refused.
   */
  public final Set<String> keys() {
    lock.lock();
    try {
      return Set.copyOf(keys);
    } finally {
      lock.unlock();
    }
  }

  /** Requests that came without a key. */
  public final long keyless() {
    lock.lock();
    try {
      return keyless;
    } finally {
      lock.unlock();
    }
  }

  /** Requests that came, whatever became of them. */
  public final long calls() {
    lock.lock();
    try {
      return calls;
    } finally {
      lock.unlock();
    }
  }

  /** How long a key is remembered; null for ever. */
  public final @Nullable Duration keepsKeys() {
    return keepsKeys;
  }

  /** The clock that keys age by. */
  public final void use(InstantSource clock) {
    lock.lock();
    try {
      this.clock = Objects.requireNonNull(clock, "clock");
    } finally {
      lock.unlock();
    }
  }
}
