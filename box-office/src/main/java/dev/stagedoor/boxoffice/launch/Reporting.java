package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.cli.PostgresUrl;
import dev.stagedoor.schedule.Recurring;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a process takes part in reports.
 *
 * @param daily when they are due; null where another process says so
 * @param replica where they are read; null where everything else is
 */
record Reporting(@Nullable Recurring<?> daily, @Nullable PostgresUrl replica) {
  Optional<Recurring<?>> schedule() {
    return Optional.ofNullable(daily);
  }

  /** With user and password. */
  Optional<String> replicaUrl() {
    return Optional.ofNullable(replica).map(Servers::withLogin);
  }
}
