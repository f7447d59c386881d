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
  private final Connection counting;
  private final Sight sight;
  private final @Nullable Snapshot snapshot;
  private final @Nullable Side side;
  private final Closing closing;

  /** The kit's own connections: one for what is asked between steps, one for what is counted. */
  private record Own(Connection asking, Connection counting) {}

  private Scene(
      DataSource database,
      DatabaseClock clock,
      Own own,
      @Nullable Snapshot snapshot,
      Closing closing)
      throws SQLException {
    this.database = database;
    this.clock = clock;
    this.counting = own.counting();
    this.snapshot = snapshot;
    this.closing = closing;
    Sessions sessions = new Sessions(database, clock);
    this.sight = new Sight(sessions, clock, Footprints.read(own.asking()));
    this.side = snapshot == null ? null : new Side(own.asking(), sessions);
    closing.add(sessions::close); // the first to go: a small pool has no others to give
  }

  /** Sets a scene up, naming each step that undoes what was done. */
  private interface Setting {
    Scene set(Closing closing) throws SQLException;
  }

  /**
   * Sets it up: the rows that are there now are what every interleaving starts with.
   *
   * @throws IllegalStateException if the database's user may not do what the kit needs; then, and
   *     after any other failure, the database is as it was
   */
  public static Scene open(DataSource database) throws SQLException {
    return set(
        closing -> {
          Connection asking = borrowed(database, connection -> {}, closing);
          Snapshot.requireSuperuser(asking);
          DatabaseClock clock = DatabaseClock.in(database);
          closing.add(clock::restore);
          Connection counting = borrowed(database, clock::untell, closing);
          Snapshot snapshot = Snapshot.take(asking);
          closing.add(snapshot::remove);
          closing.add(snapshot::putBack);
          return new Scene(database, clock, new Own(asking, counting), snapshot, closing);
        });
  }

  /**
   * The same, in another process than that which set it up: rows cannot be put back from here. Only
   * the catalogue is read.
   */
  public static Scene visit(DataSource database) throws SQLException {
    return set(
        closing -> {
          DatabaseClock clock = DatabaseClock.installedIn(database);
          Connection only = borrowed(database, clock::untell, closing);
          return new Scene(database, clock, new Own(only, only), null, closing);
        });
  }

  private static Scene set(Setting setting) throws SQLException {
    Closing closing = new Closing();
    try {
      return setting.set(closing);
    } catch (SQLException | RuntimeException e) {
      try {
        closing.close();
      } catch (SQLException more) {
        e.addSuppressed(more);
      }
      throw e;
    }
  }

  private static Connection borrowed(DataSource database, Borrowed.Undoing undoing, Closing closing)
      throws SQLException {
    Borrowed borrowed = Borrowed.from(database, undoing);
    closing.add(borrowed::close);
    return borrowed.connection();
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

  /** Leaves the database as it was found, as far as it can where one of the steps fails. */
  @Override
  public void close() throws SQLException {
    closing.close();
  }
}
