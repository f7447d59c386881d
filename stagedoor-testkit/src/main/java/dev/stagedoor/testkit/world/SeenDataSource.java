package dev.stagedoor.testkit.world;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database as one run sees it: a pool of its own, as each process has one. What a session keeps
 * beyond a transaction stays with the run.
 */
final class SeenDataSource extends Reflected {
  private final Stops stops;
  private final Sight sight;
  private final List<SeenConnection> taken = new CopyOnWriteArrayList<>();
  private final Deque<Session> pool = new ConcurrentLinkedDeque<>();
  private final Deque<Session> lost = new ConcurrentLinkedDeque<>();

  SeenDataSource(DataSource database, Stops stops, Sight sight) {
    super(database);
    this.stops = stops;
    this.sight = sight;
  }

  DataSource asDataSource() {
    return proxy(DataSource.class, this);
  }

  @Override
  @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    return method.getName().equals("getConnection") ? take() : pass(method, args);
  }

  private Connection take() throws SQLException {
    if (stops.isDead()) {
      throw new Crash("before it asked for a connection");
    }
    Session idle = pool.poll();
    Session session = idle == null ? sight.sessions().lease(stops) : idle;
    SeenConnection connection = new SeenConnection(session, stops, sight, this::keep);
    taken.add(connection);
    return connection.asConnection();
  }

  private void keep(Session session) {
    if (session.isLost()) {
      lost.push(session);
    } else {
      pool.push(session);
    }
  }

  Footprint held() {
    Footprint all = Footprint.NOTHING;
    for (SeenConnection connection : taken) {
      all = all.and(connection.held());
    }
    return all;
  }

  /** The run's process is over: its connections are closed. */
  void end() throws SQLException {
    try (Closing all = new Closing()) {
      all.add(() -> sessions(lost));
      all.add(() -> sessions(pool));
      taken.forEach(connection -> all.add(connection::end));
    }
  }

  /** Its process does not end by itself, so its connections are ended from outside. */
  void cut(Side side) throws SQLException {
    Set<Session> all = new LinkedHashSet<>(lost);
    all.addAll(pool);
    taken.forEach(connection -> connection.open().ifPresent(all::add));
    try (Closing cutting = new Closing()) {
      all.forEach(session -> cutting.add(() -> sight.sessions().cut(session, side)));
    }
  }

  private void sessions(Deque<Session> over) throws SQLException {
    try (Closing all = new Closing()) {
      for (Session session = over.poll(); session != null; session = over.poll()) {
        all.add(leaving(session));
      }
    }
  }

  private Closing.Step leaving(Session session) {
    return () -> {
      session.end();
      sight.sessions().giveBack(session);
    };
  }
}
