package dev.stagedoor.chaos.conform;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Every write of every job's row, told by the database in the transaction that writes it, and held
 * against the table of transitions ({@link dev.stagedoor.job.Transition}). Releases and hand-backs
 * have the shape of a {@code RETRY_LATER} and are counted there.
 */
public final class MoveLog {
  private static final String SCRIPT = "moves.sql";
  private static final int EXAMPLES = 5;

  /** Writes that are in no row of the table. 0 rows: all conform. */
  private static final String STRANGE =
      "SELECT id, before, after FROM chaos.moves WHERE transition IS NULL ORDER BY seq LIMIT "
          + EXAMPLES;

  /** How often each was seen. */
  private static final String SEEN =
      "SELECT transition, count(*) FROM chaos.moves WHERE transition IS NOT NULL GROUP BY 1";

  private MoveLog() {}

  /** From now on every write is logged. Stagedoor's schema and the schema chaos must be there. */
  public static void on(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(script());
    }
  }

  private static String script() {
    try (InputStream in = MoveLog.class.getResourceAsStream(SCRIPT)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A line for each of the first few writes that are in no row of the table; empty if none is. */
  public static List<String> strange(DataSource database) throws SQLException {
    List<String> strange = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(STRANGE)) {
      while (row.next()) {
        strange.add(
            "job %s: no transition writes %s over %s"
                .formatted(row.getString(1), row.getString(3), row.getString(2)));
      }
    }
    return strange;
  }

  /** How often each transition was seen, by its name. */
  public static Map<String, Long> seen(DataSource database) throws SQLException {
    Map<String, Long> seen = new TreeMap<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SEEN)) {
      while (row.next()) {
        seen.put(row.getString(1), row.getLong(2));
      }
    }
    return seen;
  }
}
