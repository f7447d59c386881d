package dev.stagedoor.boxoffice.report;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Where a report reads what was sold: heavy reads, in no transaction of a run. Thread-safe. */
@FunctionalInterface
public interface Reads {
  /**
   * Runs a query that sees all that was committed before this call.
   *
   * @throws dev.stagedoor.job.RetryLater if the server that is to be read is too far behind
   */
  <T> T read(Query<T> query) throws SQLException, InterruptedException;

  /** On the primary itself. */
  static Reads on(DataSource primary) {
    return new Reads() {
      @Override
      public <T> T read(Query<T> query) throws SQLException {
        try (Connection connection = primary.getConnection()) {
          return query.on(connection);
        }
      }
    };
  }

  /** Reads, and changes nothing; leaves the connection open. */
  @FunctionalInterface
  interface Query<T> {
    T on(Connection connection) throws SQLException;
  }
}
