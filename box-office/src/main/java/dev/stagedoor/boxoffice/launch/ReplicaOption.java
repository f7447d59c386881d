package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.boxoffice.report.Replica;
import dev.stagedoor.cli.BadUse;
import dev.stagedoor.cli.PostgresUrl;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Mixin: the server that reports are read on, instead of the one that everything else is on. */
final class ReplicaOption {
  @Option(
      names = "--replica",
      paramLabel = "URL",
      description =
          "A streaming replica of --postgres, in the same form: reports are read there, once it has"
              + " caught up. Otherwise they are read on --postgres.")
  private @Nullable String replica;

  /**
   * Empty where none is named.
   *
   * @throws BadUse if it cannot be read
   */
  Optional<PostgresUrl> url() {
    try {
      return Optional.ofNullable(replica).map(PostgresUrl::of);
    } catch (BadUse e) {
      throw new BadUse("--replica: " + e.getMessage(), e);
    }
  }

  /**
   * A replica of that server, looked at once.
   *
   * @throws BadUse if it is none, or cannot be reached
   */
  static void require(PostgresUrl replica, DataSource primary) throws SQLException {
    try {
      replica.requireReachable("--replica");
    } catch (BadUse e) {
      throw new BadUse("--replica " + replica + ": " + e.getMessage(), e);
    }
    Optional<String> fault = Replica.fault(primary, replica.dataSource());
    if (fault.isPresent()) {
      throw new BadUse("--replica " + replica + " " + fault.get());
    }
  }
}
