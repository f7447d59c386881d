package dev.stagedoor.job;

import org.jspecify.annotations.Nullable;

/** A stored payload that the codec cannot read. */
@SuppressWarnings("serial")
public class PayloadUnreadable extends RuntimeException {
  public PayloadUnreadable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
