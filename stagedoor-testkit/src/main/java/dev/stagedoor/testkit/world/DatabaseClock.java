package dev.stagedoor.testkit.world;

import dev.stagedoor.loop.Ticker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.postgresql.core.BaseConnection;

/**
 * Moves the time that SQL sees in a test database, without a change to the code under test. The
 * server's own clock goes on; what is added to it is the <em>shift</em>.
 *
 * <p>A schema {@code stagedoor_clock} ahead of {@code pg_catalog} in each session's {@code
 * search_path} holds {@code now()} and its kin; the keywords ({@code CURRENT_TIMESTAMP} …) become
 * calls of it in each statement's text; defaults of columns and views that were there at {@link
 * #in} are made again. A jump in the middle of a transaction moves {@code clock_timestamp()} and
 * {@code statement_timestamp()} at once, and {@code now()} with the next transaction: it is the
 * time at which a transaction began.
 *
 * <p>Functions in PL/pgSQL, and in SQL as a string, are moved where they call a function such as
 * {@code now()}. Not moved: keywords inside of stored functions, functions with a {@code SET
 * search_path} or {@code BEGIN ATOMIC}, rules, policies, constraints, defaults of domains and
 * materialized views that were there before, the literals {@code 'now'} and {@code 'today'}, {@code
 * timeofday()}, calls qualified with {@code pg_catalog}, the driver's {@code {fn curdate()}}, the
 * server's own time-outs; connections that are neither {@link #over} nor told by {@link #sync}; a
 * {@code SET LOCAL search_path} until its transaction is over.
 *
 * <p>The shift belongs to this object; the schema to the database. Thread-safe.
 */
public final class DatabaseClock {
  private final DataSource database;
  private final Map<Connection, ClockedSession> sessions =
      Collections.synchronizedMap(new WeakHashMap<>());
  private volatile Duration shift = Duration.ZERO;

  private DatabaseClock(DataSource database) {
    this.database = database;
  }

  /** That of a database where another process has installed the functions; the shift is 0. */
  static DatabaseClock installedIn(DataSource database) {
    return new DatabaseClock(database);
  }

  /**
   * Installs the functions, and moves defaults and views that name the time. May be done again,
   * also while another process does; the shift is 0 then.
   *
   * @param database whose user owns the tables
   * @throws SQLException what the server says, if it may not; then nothing is changed
   */
  public static DatabaseClock in(DataSource database) throws SQLException {
    DatabaseClock clock = new DatabaseClock(Objects.requireNonNull(database, "database"));
    clock.inTransaction(
        statement -> {
          statement.execute(ClockSql.INSTALL);
          List<String> stored = stored(statement);
          statement.execute(ClockSql.MOVED_PATH);
          for (String each : stored) {
            statement.execute(ClockWords.moved(each));
          }
        });
    return clock;
  }

  /**
   * Puts defaults and views back, also of tables that were made meanwhile, and drops the schema
   * unless something else needs it. The shift is 0 then; sessions need not be told.
   */
  public void restore() throws SQLException {
    reset();
    inTransaction(
        statement -> {
          for (String each : stored(statement)) {
            String original = ClockWords.original(each);
            if (!original.equals(each)) {
              statement.execute(original);
            }
          }
          statement.execute(ClockSql.UNINSTALL);
        });
  }

  private static List<String> stored(Statement statement) throws SQLException {
    statement.execute(ClockSql.PLAIN_PATH);
    List<String> stored = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(ClockSql.STORED)) {
      while (rows.next()) {
        stored.add(rows.getString(1));
      }
    }
    return stored;
  }

  /** Work on the server, all or nothing. */
  private interface Change {
    void by(Statement statement) throws SQLException;
  }

  private void inTransaction(Change change) throws SQLException {
    try (Connection connection = database.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute(ClockSql.LOCK);
        change.by(statement);
        connection.commit();
      } finally {
        connection.rollback(); // nothing, after the commit
        connection.setAutoCommit(autoCommit);
      }
    }
  }

  /**
   * The time goes on by this much, for every session from its next {@link #sync}.
   *
   * @throws IllegalArgumentException if it is negative; {@link #reset} is the way back
   */
  public synchronized void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException(
          "advance by " + by + ": time goes forward only; reset() takes all shifts back");
    }
    shift = shift.plus(by);
  }

  /** Back to the server's own time. */
  public synchronized void reset() {
    shift = Duration.ZERO;
  }

  /** What is added to the server's time. */
  public Duration shift() {
    return shift;
  }

  /** The time of this process, moved likewise; its difference from the server's stays. */
  public InstantSource instants() {
    return () -> InstantSource.system().instant().plus(shift);
  }

  /** The monotonic time of this process, moved likewise. */
  public Ticker ticker() {
    return () -> Ticker.SYSTEM.nanos() + shift.toNanos();
  }

  /**
   * To be called before each statement: tells the session the present shift, and puts the functions
   * into its search path, if it does not know. Costs a round trip only then. Begins no transaction;
   * does nothing in an aborted one.
   *
   * @param connection of the PostgreSQL driver, or a wrapper of one
   */
  public void sync(Connection connection) throws SQLException {
    BaseConnection physical = physical(connection);
    session(physical).sync(physical, shift);
  }

  /**
   * To be called after what may have undone settings of the session: a rollback to a savepoint, a
   * changed search path, {@code RESET}, {@code DISCARD}. A whole rollback need not be told.
   */
  public void forget(Connection connection) throws SQLException {
    session(physical(connection)).forget();
  }

  /** The session as it was before it was first told; outside of a transaction. */
  void untell(Connection connection) throws SQLException {
    BaseConnection physical = physical(connection);
    session(physical).untell(physical);
  }

  /** Whether {@link #forget} is to be called after a statement. */
  public static boolean mayForget(String sql) {
    return ClockWords.mayForget(sql);
  }

  /**
   * The statement's text with calls in place of keywords such as {@code CURRENT_TIMESTAMP}, their
   * precision kept; the same object if there are none.
   */
  public static String rewrite(String sql) {
    return ClockWords.moved(sql);
  }

  /** The database as code sees it that knows nothing of this clock: its statements are moved. */
  public DataSource over(DataSource source) {
    return ClockedConnection.source(source, this);
  }

  private ClockedSession session(BaseConnection physical) {
    return sessions.computeIfAbsent(physical, connection -> new ClockedSession());
  }

  private static BaseConnection physical(Connection connection) throws SQLException {
    if (!connection.isWrapperFor(BaseConnection.class)) {
      throw new IllegalArgumentException(
          "a connection of "
              + connection.getClass().getName()
              + ": the clock needs the PostgreSQL driver (pgjdbc), or a pool that can be unwrapped");
    }
    return connection.unwrap(BaseConnection.class);
  }
}
