package dev.stagedoor.job;

import org.jspecify.annotations.Nullable;

/** A payload that cannot be stored: too large, a NUL character, broken text. Thrown at enqueue. */
@SuppressWarnings("serial")
public class PayloadRefused extends IllegalArgumentException {
  public PayloadRefused(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
