package dev.stagedoor.boxoffice.process;

import org.jspecify.annotations.Nullable;

/** A process of ours did not do its part: what started it is broken, or the machine stalls. */
@SuppressWarnings("serial")
public final class ChildFailed extends RuntimeException {
  public ChildFailed(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
