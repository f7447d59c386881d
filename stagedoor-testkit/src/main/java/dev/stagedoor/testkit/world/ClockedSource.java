package dev.stagedoor.testkit.world;

import java.sql.Connection;
import javax.sql.DataSource;

/** A data source whose connections see a {@link DatabaseClock}'s time. */
final class ClockedSource extends ForwardingSource {
  private final DatabaseClock clock;

  ClockedSource(DataSource source, DatabaseClock clock) {
    super(source);
    this.clock = clock;
  }

  @Override
  Connection wrapped(Connection connection) {
    return ClockedConnection.of(connection, clock);
  }
}
