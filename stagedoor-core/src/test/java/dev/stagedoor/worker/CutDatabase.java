package dev.stagedoor.worker;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A database that gives no connection while it is cut off. */
final class CutDatabase implements DataSource {
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

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new UnsupportedOperationException();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return to.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    to.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    to.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return to.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return to.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return to.isWrapperFor(type);
  }
}
