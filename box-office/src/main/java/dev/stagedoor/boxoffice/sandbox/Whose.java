package dev.stagedoor.boxoffice.sandbox;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request, or those that a fault is for.
 *
 * @param key its idempotency key; null in a fault for any
 * @param reference of its mail or payment; null where it has none or is not read yet, in a fault
 *     for any
 */
record Whose(@Nullable String key, @Nullable String reference) {
  /** Of a request. */
  String requireKey() {
    return Objects.requireNonNull(key);
  }

  boolean includes(Whose request) {
    return (key == null || key.equals(request.key))
        && (reference == null || reference.equals(request.reference));
  }
}
