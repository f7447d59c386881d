package dev.stagedoor.testkit.world;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Gives the same connection each time, and keeps it open when it is closed: for the kit's own
 * questions, one after the other on one thread.
 */
final class KeptDataSource extends Reflected {
  private final Connection kept;

  KeptDataSource(DataSource database, Connection kept) {
    super(database);
    this.kept = kept;
  }

  DataSource asDataSource() {
    return proxy(DataSource.class, this);
  }

  @Override
  @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    return method.getName().equals("getConnection")
        ? proxy(Connection.class, new Kept())
        : pass(method, args);
  }

  private final class Kept extends Reflected {
    private boolean closed;

    Kept() {
      super(kept);
    }

    @Override
    @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
      return switch (method.getName()) {
        case "close" -> {
          close();
          yield null;
        }
        case "isClosed" -> closed;
        default -> pass(method, args);
      };
    }

    private void close() throws SQLException {
      if (!closed && !kept.getAutoCommit()) {
        kept.rollback();
        kept.setAutoCommit(true);
      }
      closed = true;
    }
  }
}
