package dev.stagedoor.testkit.world;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;

/**
 * The connections that runs get, opened once and reused by the next interleaving: opening one takes
 * longer than a whole interleaving. Thread-safe.
 */
final class Sessions implements AutoCloseable {
  private final DataSource database;
  private final DatabaseClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Session> free = new ArrayDeque<>();
  private final List<Session> all = new ArrayList<>();
  private final Set<Integer> gone = new HashSet<>();

  Sessions(DataSource database, DatabaseClock clock) {
    this.database = database;
    this.clock = clock;
  }

  /** A session in auto-commit mode, with nothing open. */
  Session lease(Stops stops) throws SQLException {
    lock.lock();
    try {
      Session reused = free.poll();
      if (reused != null) {
        return reused;
      }
    } finally {
      lock.unlock();
    }
    stops.waitingForConnection(true);
    try {
      return keep(open());
    } finally {
      stops.waitingForConnection(false);
    }
  }

  private Session open() throws SQLException {
    Borrowed borrowed = Borrowed.from(database, clock::untell);
    try {
      clock.sync(borrowed.connection());
      return new Session(borrowed);
    } catch (SQLException | RuntimeException e) {
      borrowed.drop();
      throw e;
    }
  }

  private Session keep(Session session) {
    lock.lock();
    try {
      all.add(session);
      return session;
    } finally {
      lock.unlock();
    }
  }

  /** A process that ended takes its session with it, where anything of the process is in it. */
  void giveBack(Session session) throws SQLException {
    boolean reusable = session.isReusable();
    lock.lock();
    try {
      if (reusable) {
        free.push(session);
      } else {
        all.remove(session);
        gone.add(session.backend());
      }
    } finally {
      lock.unlock();
    }
    if (!reusable) {
      session.close();
    }
  }

  /** It is taken from a run that does not end. */
  void cut(Session session, Side side) throws SQLException {
    lock.lock();
    try {
      all.remove(session);
      gone.add(session.backend());
    } finally {
      lock.unlock();
    }
    session.cut(side);
  }

  /** The server processes behind them, and those that may not have ended yet. */
  Set<Integer> backends() {
    lock.lock();
    try {
      Set<Integer> backends = new HashSet<>(gone);
      all.forEach(session -> backends.add(session.backend()));
      return backends;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() throws SQLException {
    lock.lock();
    try {
      free.clear();
      try (Closing closing = new Closing()) {
        all.forEach(session -> closing.add(session::close));
      }
      all.clear();
    } finally {
      lock.unlock();
    }
  }
}
