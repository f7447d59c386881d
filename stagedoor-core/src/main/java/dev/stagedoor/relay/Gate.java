package dev.stagedoor.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * What a relay transaction reads first, before it publishes or asks anything.
 *
 * @param stream the name read from the stream once, for the whole transaction
 * @param epoch null where the stream is not registered: nothing may be published
 * @param now when the transaction began, by the database
 */
record Gate(String stream, @Nullable Long epoch, Instant now) {

  static Gate read(Connection connection, String stream) throws SQLException {
    try (PreparedStatement ask = connection.prepareStatement(RelaySql.GATE)) {
      ask.setString(1, stream);
      ask.execute();
      return first(ask, stream);
    }
  }

  /** The first answer of a statement that begins with the gate and was executed. */
  static Gate first(PreparedStatement executed, String stream) throws SQLException {
    executed.getMoreResults(); // past the isolation level
    try (ResultSet row = executed.getResultSet()) {
      row.next();
      return new Gate(
          stream,
          row.getObject("epoch", Long.class),
          row.getObject("now", OffsetDateTime.class).toInstant());
    }
  }

  /** The epoch of a registered stream. */
  long registered() {
    if (epoch == null) {
      throw new IllegalStateException("stream " + stream + " is not registered");
    }
    return epoch;
  }
}
