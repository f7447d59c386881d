package dev.stagedoor.testkit.world;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source in front of another one, which wraps its connections. */
abstract class ForwardingSource implements DataSource {
  private final DataSource source;

  ForwardingSource(DataSource source) {
    this.source = source;
  }

  /** What the caller gets for a connection of the other one. */
  abstract Connection wrapped(Connection connection);

  @Override
  public Connection getConnection() throws SQLException {
    return wrapped(source.getConnection());
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return wrapped(source.getConnection(user, password));
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
