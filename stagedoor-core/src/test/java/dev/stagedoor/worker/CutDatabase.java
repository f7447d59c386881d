package dev.stagedoor.worker;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A database that gives no connection while it is cut off. */
@SuppressWarnings("serial")
final class CutDatabase extends PGSimpleDataSource {
  private final DataSource to;
  private volatile boolean cut;

  CutDatabase(DataSource to) {
    this.to = to;
  }

  void cut() {
    cut = true;
  }

  void mend() {
    cut = false;
  }

  @Override
  public Connection getConnection() throws SQLException {
    if (cut) {
      throw new SQLException("connection refused", "08001");
    }
    return to.getConnection();
  }
}
