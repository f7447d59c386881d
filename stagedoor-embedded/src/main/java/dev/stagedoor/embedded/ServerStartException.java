package dev.stagedoor.embedded;

import org.jspecify.annotations.Nullable;

/**
 * An embedded server could not be started, stopped or asked. The message is one line for a person:
 * what failed, with the value, and the mend.
 */
public final class ServerStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ServerStartException(String message) {
    this(message, null);
  }

  ServerStartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
