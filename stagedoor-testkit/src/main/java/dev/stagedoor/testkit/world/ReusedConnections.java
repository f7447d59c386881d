package dev.stagedoor.testkit.world;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Keeps closed connections for the next who asks: for the kit's own statements, which leave nothing
 * behind in a session. As many as were open at once. Thread-safe.
 */
public final class ReusedConnections implements AutoCloseable {
  private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
  private final DataSource reusing;

  public ReusedConnections(DataSource source) {
    reusing = Reflected.proxy(DataSource.class, new Reusing(source));
  }

  /** The data source to take them from. */
  public DataSource asDataSource() {
    return reusing;
  }

  /** Closes those that nobody has. */
  @Override
  public void close() throws SQLException {
    for (Connection next = idle.poll(); next != null; next = idle.poll()) {
      next.close();
    }
  }

  private final class Reusing extends Reflected {
    private Reusing(DataSource source) {
      super(source);
    }

    @Override
    @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
      boolean plain = method.getName().equals("getConnection") && args.length == 0;
      Connection kept = plain ? idle.poll() : null;
      Object result = kept == null ? pass(method, args) : kept;
      return plain && result instanceof Connection connection
          ? proxy(Connection.class, new Reused(connection))
          : result;
    }
  }

  private final class Reused extends Reflected {
    private final Connection connection;
    private boolean closed;

    private Reused(Connection connection) {
      super(connection);
      this.connection = connection;
    }

    @Override
    @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
      return switch (method.getName()) {
        case "close" -> {
          giveBack();
          yield null;
        }
        case "isClosed" -> closed || connection.isClosed();
        default -> pass(method, args);
      };
    }

    private void giveBack() throws SQLException {
      if (closed || connection.isClosed()) {
        return;
      }
      closed = true;
      if (!connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      idle.push(connection);
    }
  }
}
