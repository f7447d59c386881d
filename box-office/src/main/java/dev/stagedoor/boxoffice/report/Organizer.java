package dev.stagedoor.boxoffice.report;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who an event's reports are for.
 *
 * @param email null where there is none
 */
record Organizer(String name, @Nullable String email) {
  /** Where reports go; empty where none are sent. */
  Optional<String> address() {
    return Optional.ofNullable(email);
  }
}
