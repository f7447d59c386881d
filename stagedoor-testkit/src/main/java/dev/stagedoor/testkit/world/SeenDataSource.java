package dev.stagedoor.testkit.world;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The database as one run sees it, and every connection that it took. */
final class SeenDataSource extends Reflected {
  private final Stops stops;
  private final Sight sight;
  private final List<SeenConnection> taken = new CopyOnWriteArrayList<>();

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
    SeenConnection connection = SeenConnection.lease(stops, sight);
    taken.add(connection);
    return connection.asConnection();
  }

  Footprint held() {
    Footprint all = Footprint.NOTHING;
    for (SeenConnection connection : taken) {
      all = all.and(connection.held());
    }
    return all;
  }

  /** The run is over: undoes what it left open. */
  void end() throws SQLException {
    for (SeenConnection connection : taken) {
      connection.end();
    }
  }
}
