package dev.stagedoor.testkit.world;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The stage on which every interleaving of one exploration is played: a database, its clock, the
 * rows that it starts with, the connections that runs get. For the explorer's thread; what runs see
 * of it is theirs.
 */
public final class Scene implements AutoCloseable {
  private final DataSource database;
  private final DatabaseClock clock;
  private final Connection asking;
  private final Connection counting;
  private final Sight sight;
  private final @Nullable Snapshot snapshot;
  private final @Nullable Side side;

  private Scene(
      DataSource database,
      DatabaseClock clock,
      Connection asking,
      Connection counting,
      boolean ours)
      throws SQLException {
    this.database = database;
    this.clock = clock;
    this.asking = asking;
    this.counting = counting;
    Sessions sessions = new Sessions(database, clock);
    this.snapshot = ours ? Snapshot.take(asking) : null;
    this.sight = new Sight(sessions, clock, Footprints.read(asking));
    this.side = ours ? new Side(asking, sessions) : null;
  }

  /**
   * Sets it up: the rows that are there now are what every interleaving starts with.
   *
   * @throws IllegalStateException if the database's user may not do what the kit needs
   */
  public static Scene open(DataSource database) throws SQLException {
    Connection asking = database.getConnection();
    try {
      DatabaseClock clock = DatabaseClock.in(database);
      Connection counting = database.getConnection();
      return new Scene(database, clock, asking, counting, true);
    } catch (SQLException | RuntimeException e) {
      asking.close();
      throw e;
    }
  }

  /**
   * The same, in another process than that which set it up: rows cannot be put back from here. Only
   * the catalogue is read.
   */
  public static Scene visit(DataSource database) throws SQLException {
    Connection only = database.getConnection();
    return new Scene(database, DatabaseClock.installedIn(database), only, only, false);
  }

  /** Rows, sequences and clock as at the start. */
  public void putBack() throws SQLException {
    clock.reset();
    Objects.requireNonNull(snapshot, "a visitor puts nothing back").putBack();
  }

  public DatabaseClock clock() {
    return clock;
  }

  public Side side() {
    return Objects.requireNonNull(side, "a visitor asks nothing");
  }

  /** The world of one run. */
  public SeenWorld world(Stops stops, Clients clients) {
    return new SeenWorld(
        stops, clients, new SeenDataSource(database, stops, sight), clock.instants());
  }

  /** The world as whoever counts sees it. */
  public World outside(Clients clients) {
    return new SeenFromOutside(clients, ownDataSource(), clock.instants());
  }

  /** The database for what the kit does by itself; unseen, in moved time, one thread. */
  public DataSource ownDataSource() {
    return clock.over(new KeptDataSource(database, counting).asDataSource());
  }

  /** The tables that a statement names. */
  public Set<String> tables(String sql) {
    Footprint footprint = sight.footprints().of(sql);
    Set<String> tables = new HashSet<>(footprint.reads());
    tables.addAll(footprint.writes());
    return tables;
  }

  /** Leaves the database as it was found. */
  @Override
  public void close() throws SQLException {
    try (asking;
        counting) {
      sight.sessions().close(); // first: a small pool has no others to give
      if (snapshot != null) {
        snapshot.putBack();
        snapshot.remove();
        clock.restore();
      }
    }
  }
}
