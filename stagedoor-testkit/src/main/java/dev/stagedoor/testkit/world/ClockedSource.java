package dev.stagedoor.testkit.world;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source whose connections see a {@link DatabaseClock}'s time. */
final class ClockedSource implements DataSource {
  private final DataSource source;
  private final DatabaseClock clock;

  ClockedSource(DataSource source, DatabaseClock clock) {
    this.source = source;
    this.clock = clock;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return ClockedConnection.of(source.getConnection(), clock);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return ClockedConnection.of(source.getConnection(user, password), clock);
  }

  @Override
  public @Nullable PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("dev.stagedoor.testkit");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return type.isInstance(this) ? type.cast(this) : source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return type.isInstance(this) || source.isWrapperFor(type);
  }
}
