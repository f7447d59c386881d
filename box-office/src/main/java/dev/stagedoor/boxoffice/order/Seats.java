package dev.stagedoor.boxoffice.order;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The seats that an order holds. */
public final class Seats {
  /** Under the order's lock, right after it was moved on; 0 rows: released before. */
  private static final String RELEASE =
      "UPDATE boxoffice.tickets SET released_at = now() WHERE order_id = ? AND released_at IS NULL";

  private Seats() {}

  /**
   * Lets the seats of an order be sold again. Its tickets stay with it, so that what was counted
   * for it can be counted back whenever that job comes.
   */
  public static void release(Connection tx, long order) throws SQLException {
    try (PreparedStatement release = tx.prepareStatement(RELEASE)) {
      release.setLong(1, order);
      release.executeUpdate();
    }
  }
}
