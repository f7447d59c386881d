package dev.stagedoor.boxoffice.report;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;

/** Whether a server can be read in another one's place, as it was when it was asked. */
public final class Replica {
  /** Any number at the same time; never 0 rows. */
  private static final String WHO =
      """
      SELECT pg_is_in_recovery() AS follows, system_identifier::text AS system,
             current_database() AS database
        FROM pg_control_system()
      """;

  private Replica() {}

  /**
   * What a server says of itself.
   *
   * @param system made when its data directory was; replicas have their primary's
   */
  record Who(boolean follows, String system, String database) {
    static Who asked(DataSource server) throws SQLException {
      try (Connection connection = server.getConnection();
          PreparedStatement who = connection.prepareStatement(WHO);
          ResultSet rows = who.executeQuery()) {
        rows.next();
        return new Who(
            rows.getBoolean("follows"), rows.getString("system"), rows.getString("database"));
      }
    }
  }

  /** What is wrong with it and the mend, to follow its name; empty if it can be read. */
  public static Optional<String> fault(DataSource primary, DataSource replica) throws SQLException {
    return fault(Who.asked(primary), Who.asked(replica));
  }

  static Optional<String> fault(Who one, Who other) {
    if (!other.system.equals(one.system)) {
      return Optional.of(
          "belongs to another system (%s) than --postgres (%s): give a replica of that server"
              .formatted(other.system, one.system));
    } else if (!other.follows) {
      return Optional.of(
          "is no replica but a primary (pg_is_in_recovery() is false): give a streaming replica of"
              + " --postgres, or leave it out");
    } else if (!other.database.equals(one.database)) {
      return Optional.of(
          "names the database %s, and --postgres %s: give the same"
              .formatted(other.database, one.database));
    }
    return Optional.empty();
  }
}
