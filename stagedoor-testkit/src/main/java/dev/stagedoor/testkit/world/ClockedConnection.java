package dev.stagedoor.testkit.world;

import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose statements are moved by a {@link DatabaseClock}: the session is told the shift
 * before each one runs, and their texts are rewritten. What {@code unwrap} gives is the driver's
 * own and is not moved further.
 */
final class ClockedConnection extends Reflected {
  private final Connection real;
  private final DatabaseClock clock;

  private ClockedConnection(Connection real, DatabaseClock clock) {
    super(real);
    this.real = real;
    this.clock = clock;
  }

  /** A data source that gives such connections. */
  static DataSource source(DataSource source, DatabaseClock clock) {
    return proxy(
        DataSource.class,
        new Reflected(source) {
          @Override
          @Nullable Object called(Object proxy, Method method, @Nullable Object[] args)
              throws Throwable {
            Object result = pass(method, args);
            return result instanceof Connection connection
                ? proxy(Connection.class, new ClockedConnection(connection, clock))
                : result;
          }
        });
  }

  @Override
  @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    Connection self = (Connection) proxy;
    return switch (method.getName()) {
      case "createStatement" -> statement(self, Statement.class, method, args);
      case "prepareStatement" -> statement(self, PreparedStatement.class, method, args);
      case "prepareCall" -> statement(self, CallableStatement.class, method, args);
      case "rollback", "setSchema" -> {
        Object result = pass(method, args);
        if (args.length > 0) { // to a savepoint; a whole rollback the clock knows about
          clock.forget(real);
        }
        yield result;
      }
      default -> pass(method, args);
    };
  }

  private <T extends Statement> T statement(
      Connection self, Class<T> type, Method method, @Nullable Object[] args) throws Throwable {
    String sql = rewritten(args);
    Statement statement = (Statement) Objects.requireNonNull(pass(method, args));
    return proxy(type, new OfStatement(self, statement, sql));
  }

  /** The statement's text, in place; the empty one where there is none. */
  private static String rewritten(@Nullable Object[] args) {
    if (args.length == 0 || !(args[0] instanceof String sql)) {
      return "";
    }
    String moved = DatabaseClock.rewrite(sql);
    args[0] = moved;
    return moved;
  }

  /** A statement of it; the text is empty for one that was not prepared. */
  private final class OfStatement extends Reflected {
    private final Connection connection;
    private final String prepared;

    private OfStatement(Connection connection, Statement statement, String prepared) {
      super(statement);
      this.connection = connection;
      this.prepared = prepared;
    }

    @Override
    @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
      String name = method.getName();
      if (name.equals("getConnection")) {
        return connection;
      }
      if (name.equals("addBatch")) {
        rewritten(args);
      }
      return name.startsWith("execute") ? execute(method, args) : pass(method, args);
    }

    private @Nullable Object execute(Method method, @Nullable Object[] args) throws Throwable {
      String given = rewritten(args);
      clock.sync(real);
      try {
        return pass(method, args);
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
