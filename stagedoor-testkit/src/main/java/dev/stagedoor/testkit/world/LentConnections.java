package dev.stagedoor.testkit.world;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Knows which connections of a data source have not been closed, and where each was taken. Those
 * that a connection pool has taken to keep are not counted. Thread-safe.
 */
public final class LentConnections {
  private static final List<String> POOLS =
      List.of(
          "com.zaxxer.hikari.",
          "org.apache.commons.dbcp2.",
          "org.apache.tomcat.jdbc.pool.",
          "com.mchange.v2.",
          "io.agroal.");

  private final Map<Connection, Lent> open = Collections.synchronizedMap(new LinkedHashMap<>());
  private final DataSource lending;

  public LentConnections(DataSource source) {
    lending = Reflected.proxy(DataSource.class, new Lending(source));
  }

  /**
   * A connection that somebody has.
   *
   * @param taken made where it was taken
   */
  public record Lent(Connection connection, Throwable taken) {
    /** The line of code that took it. */
    public String where() {
      return "at " + callers(taken).findFirst().map(StackTraceElement::toString).orElse("?");
    }
  }

  /** The data source to take them from. */
  public DataSource asDataSource() {
    return lending;
  }

  /** Those that are not closed, the oldest first. */
  public List<Lent> open() {
    synchronized (open) {
      List<Lent> still = new ArrayList<>();
      for (Lent lent : open.values()) {
        if (!isClosed(lent.connection)) {
          still.add(lent);
        }
      }
      return still;
    }
  }

  /** Closes them; nothing of an open transaction stays. */
  public void closeAll() throws SQLException {
    try (Closing closing = new Closing()) {
      for (Lent lent : open()) {
        open.remove(lent.connection);
        closing.add(lent.connection::close);
      }
    }
  }

  /** As its driver says: a server, or a pool, may have closed it. */
  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException e) {
      return false; // it may hold something
    }
  }

  private Connection lend(Connection connection) {
    Lent lent = new Lent(connection, new Throwable("the connection was taken here"));
    if (callers(lent.taken).noneMatch(LentConnections::isPool)) {
      open.put(connection, lent);
    }
    return Reflected.proxy(Connection.class, new Watched(connection));
  }

  /** Without this class, what it is built on, and proxies. */
  private static Stream<StackTraceElement> callers(Throwable taken) {
    return Stream.of(taken.getStackTrace())
        .dropWhile(
            frame ->
                frame.getClassName().startsWith(LentConnections.class.getName())
                    || frame.getClassName().equals(Reflected.class.getName())
                    || frame.getClassName().contains("$Proxy"));
  }

  private static boolean isPool(StackTraceElement frame) {
    return POOLS.stream().anyMatch(frame.getClassName()::startsWith);
  }

  private final class Lending extends Reflected {
    private Lending(DataSource source) {
      super(source);
    }

    @Override
    @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
      Object result = pass(method, args);
      return result instanceof Connection connection ? lend(connection) : result;
    }
  }

  private final class Watched extends Reflected {
    private final Connection connection;

    private Watched(Connection connection) {
      super(connection);
      this.connection = connection;
    }

    @Override
    @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
      if (method.getName().equals("close") || method.getName().equals("abort")) {
        open.remove(connection);
      }
      return pass(method, args);
    }
  }
}
