package dev.stagedoor.cli;

import java.util.Optional;

/** Knows faults that the caller of a command can mend. Must be thread-safe. */
@FunctionalInterface
public interface FaultText {
  /** One line that names the value and the mend; empty for a fault that it doesn't know. */
  Optional<String> of(Throwable fault);
}
