package dev.stagedoor.tx;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/** A second thread of a race, and how to wait until it stands still in the database. */
public final class SideThread<T> {
  private static final Duration LIVENESS = Duration.ofSeconds(20);
  private final FutureTask<T> task;

  private SideThread(FutureTask<T> task) {
    this.task = task;
  }

  public static <T> SideThread<T> start(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task, "side");
    thread.setDaemon(true);
    thread.start();
    return new SideThread<>(task);
  }

  /** Its result; what it threw comes out as a cause. */
  public T result() throws InterruptedException, ExecutionException, TimeoutException {
    return task.get(LIVENESS.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Returns once some session of the database waits for a lock of another. */
  public static void awaitBlocked(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < LIVENESS.toNanos()) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                    + " AND cardinality(pg_blocking_pids(pid)) > 0")) {
          row.next();
          if (row.getInt(1) > 0) {
            return;
          }
        }
        Thread.onSpinWait();
      }
    }
    throw new AssertionError("nobody waits for a lock");
  }
}
