package dev.stagedoor.boxoffice.demo;

import org.jspecify.annotations.Nullable;

/** A process of the demo did not do its part: the demo itself is broken, or the machine stalls. */
@SuppressWarnings("serial")
final class ChildFailed extends RuntimeException {
  ChildFailed(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
