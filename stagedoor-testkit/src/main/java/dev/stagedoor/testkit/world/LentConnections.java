package dev.stagedoor.testkit.world;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source that knows which of its connections have not been closed, and where each was taken.
 * Those that a connection pool has taken to keep are not counted. Thread-safe.
 */
public final class LentConnections extends ForwardingSource {
  private static final List<String> POOLS =
      List.of(
          "com.zaxxer.hikari.",
          "org.apache.commons.dbcp2.",
          "org.apache.tomcat.jdbc.pool.",
          "com.mchange.v2.",
          "io.agroal.");

  private static final Set<String> OURS =
      Set.of(LentConnections.class.getName(), ForwardingSource.class.getName());

  private final Map<Connection, Lent> open = Collections.synchronizedMap(new LinkedHashMap<>());

  public LentConnections(DataSource source) {
    super(source);
  }

  /**
   * A connection that somebody has.
   *
   * @param taken made where it was taken
   */
  public record Lent(Connection connection, Throwable taken) {
    /** The line of code that took it. */
    public String where() {
      return "at " + frames(taken).findFirst().map(StackTraceElement::toString).orElse("?");
    }
  }

  /** Those that are not closed, the oldest first. */
  public List<Lent> open() {
    synchronized (open) {
      return new ArrayList<>(open.values());
    }
  }

  /** Closes them; nothing of an open transaction stays. */
  public void closeAll() throws SQLException {
    for (Lent lent : open()) {
      open.remove(lent.connection);
      lent.connection.close();
    }
  }

  @Override
  Connection wrapped(Connection connection) {
    Lent lent = new Lent(connection, new Throwable("the connection was taken here"));
    if (frames(lent.taken).noneMatch(LentConnections::isPool)) {
      open.put(connection, lent);
    }
    return (Connection)
        Proxy.newProxyInstance(
            LentConnections.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, args) -> call(proxy, connection, method, args));
  }

  private @Nullable Object call(
      Object proxy, Connection connection, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    switch (method.getName()) {
      case "close", "abort" -> open.remove(connection);
      case "equals" -> {
        return args != null && proxy == args[0];
      }
      case "hashCode" -> {
        return System.identityHashCode(proxy);
      }
      default -> {}
    }
    try {
      return method.invoke(connection, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  private static Stream<StackTraceElement> frames(Throwable taken) {
    return Stream.of(taken.getStackTrace()).dropWhile(frame -> OURS.contains(frame.getClassName()));
  }

  private static boolean isPool(StackTraceElement frame) {
    return POOLS.stream().anyMatch(frame.getClassName()::startsWith);
  }
}
