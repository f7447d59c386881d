package dev.stagedoor.testkit.world;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose statements are moved by a {@link DatabaseClock}: the session is told the shift
 * before each one runs, and their texts are rewritten. What {@code unwrap} gives is the driver's
 * own and is not moved further.
 */
final class ClockedConnection implements InvocationHandler {
  private final Connection real;
  private final DatabaseClock clock;

  private ClockedConnection(Connection real, DatabaseClock clock) {
    this.real = real;
    this.clock = clock;
  }

  static Connection of(Connection real, DatabaseClock clock) {
    return proxy(Connection.class, new ClockedConnection(real, clock));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    Connection self = (Connection) proxy;
    switch (method.getName()) {
      case "createStatement" -> {
        return statement(self, Statement.class, method, args);
      }
      case "prepareStatement" -> {
        return statement(self, PreparedStatement.class, method, args);
      }
      case "prepareCall" -> {
        return statement(self, CallableStatement.class, method, args);
      }
      case "rollback", "setSchema" -> {
        Object result = call(real, method, args);
        if (args != null) { // to a savepoint; a whole rollback the clock knows about
          clock.forget(real);
        }
        return result;
      }
      default -> {
        return asWrapper(proxy, real, method, args);
      }
    }
  }

  private <T extends Statement> T statement(
      Connection self, Class<T> type, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    String sql = rewritten(args);
    T statement = type.cast(Objects.requireNonNull(call(real, method, args)));
    return proxy(type, new OfStatement(self, statement, sql));
  }

  /** The statement's text, in place; the empty one where there is none. */
  private static String rewritten(@Nullable Object @Nullable [] args) {
    if (args == null || !(args[0] instanceof String sql)) {
      return "";
    }
    String moved = DatabaseClock.rewrite(sql);
    args[0] = moved;
    return moved;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ClockedConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static @Nullable Object asWrapper(
      Object proxy, Object real, Method method, @Nullable Object @Nullable [] args)
      throws Throwable {
    Object first = args == null ? null : args[0];
    return switch (method.getName()) {
      case "equals" -> proxy == first;
      case "hashCode" -> System.identityHashCode(proxy);
      case "unwrap" ->
          first instanceof Class<?> type && type.isInstance(proxy)
              ? proxy
              : call(real, method, args);
      default -> call(real, method, args);
    };
  }

  private static @Nullable Object call(
      Object real, Method method, @Nullable Object @Nullable [] args) throws Throwable {
    try {
      return method.invoke(real, args);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  /** A statement of it; the text is empty for one that was not prepared. */
  private final class OfStatement implements InvocationHandler {
    private final Connection connection;
    private final Statement statement;
    private final String prepared;

    private OfStatement(Connection connection, Statement statement, String prepared) {
      this.connection = connection;
      this.statement = statement;
      this.prepared = prepared;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] args)
        throws Throwable {
      String name = method.getName();
      if (name.equals("getConnection")) {
        return connection;
      }
      if (name.equals("addBatch")) {
        rewritten(args);
      }
      if (!name.startsWith("execute")) {
        return asWrapper(proxy, statement, method, args);
      }
      String given = rewritten(args);
      clock.sync(real);
      try {
        return call(statement, method, args);
      } finally {
        forgetAfter(given.isEmpty() ? prepared : given);
      }
    }

    private void forgetAfter(String sql) throws SQLException {
      if (DatabaseClock.mayForget(sql)) {
        clock.forget(real);
      }
    }
  }
}
