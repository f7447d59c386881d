package dev.stagedoor.stream;

import org.jspecify.annotations.Nullable;

/** The stream did not answer, or refused: nothing is known of what was asked. */
@SuppressWarnings("serial")
public class StreamUnavailable extends RuntimeException {
  public StreamUnavailable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
