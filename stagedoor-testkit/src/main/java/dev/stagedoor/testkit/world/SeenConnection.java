package dev.stagedoor.testkit.world;

import dev.stagedoor.testkit.world.Boundary.Kind;
import java.lang.reflect.Method;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection as a run sees it: what ends a transaction is a boundary, and so is each statement,
 * unless it touches nothing that is shared: the catalogue, the session's settings, constants.
 *
 * <p>A reply that is lost breaks the connection for the run, as a cut cable does; the session
 * behind it lives on for others. For the run's thread; a pool's own threads may call what is no
 * boundary.
 */
final class SeenConnection extends Reflected {
  static final String SERIALIZATION_FAILURE = "40001";
  private static final List<String> MAY_FAIL = List.of(SERIALIZATION_FAILURE);

  private final Session session;
  private final Stops stops;
  private final Sight sight;
  private final Consumer<Session> pool;
  private volatile boolean broken;
  private volatile boolean closed;

  SeenConnection(Session session, Stops stops, Sight sight, Consumer<Session> pool) {
    super(session.raw());
    this.session = session;
    this.stops = stops;
    this.sight = sight;
    this.pool = pool;
  }

  Connection asConnection() {
    return proxy(Connection.class, this);
  }

  Footprint held() {
    return closed ? Footprint.NOTHING : session.touched().ended();
  }

  /** Its session, until it has let it go. */
  Optional<Session> open() {
    return closed ? Optional.empty() : Optional.of(session);
  }

  /** Undoes what is open and lets the session go; does nothing the second time. */
  void end() throws SQLException {
    if (!closed) {
      closed = true;
      session.rollBack();
      pool.accept(session);
    }
  }

  @Override
  @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    switch (method.getName()) {
      case "close", "abort" -> { // the session of an abort is as good for the next as any
        close();
        return null;
      }
      case "isClosed" -> {
        return closed;
      }
      case "isValid" -> {
        return !closed && !broken && !stops.isDead();
      }
      default -> requireUsable();
    }
    Connection connection = (Connection) proxy;
    return switch (method.getName()) {
      case "createStatement" ->
          proxy(Statement.class, new SeenStatement(this, connection, pass(method, args), null));
      case "prepareStatement" -> proxy(PreparedStatement.class, prepared(connection, method, args));
      case "prepareCall" -> proxy(CallableStatement.class, prepared(connection, method, args));
      case "commit" -> end(Kind.COMMIT, "COMMIT", () -> pass(method));
      case "rollback" -> rollback(method, args);
      case "setAutoCommit" -> setAutoCommit(method, args);
      case "setSavepoint" -> savepoint(method, args);
      case "getMetaData" -> leadingBack(DatabaseMetaData.class, pass(method), connection);
      case "setSchema" -> {
        session.spoil();
        Object result = pass(method, args);
        forgetSettings(); // it replaces the search path
        yield result;
      }
      case "setTransactionIsolation", "setReadOnly" -> {
        session.characterized();
        yield pass(method, args);
      }
      default -> {
        if (method.getName().startsWith("set")) {
          session.spoil();
        }
        yield pass(method, args);
      }
    };
  }

  private @Nullable Object savepoint(Method method, @Nullable Object[] args) throws Throwable {
    Object made = pass(method, args);
    if (made instanceof Savepoint savepoint) {
      session.marked(savepoint);
    }
    return made;
  }

  private SeenStatement prepared(Connection connection, Method method, @Nullable Object[] args)
      throws Throwable {
    String sql = (String) args[0];
    args[0] = Sight.rewrite(String.valueOf(sql));
    return new SeenStatement(this, connection, pass(method, args), sql);
  }

  private void requireUsable() throws SQLException {
    if (closed) {
      throw new SQLException("this connection is closed", "08003");
    }
    if (broken) {
      throw new SQLException("this connection is broken: a reply was lost", "08003");
    }
  }

  private void close() throws SQLException {
    if (closed) {
      return;
    }
    if (!session.touched().isNothing() && !stops.isDead() && !broken) {
      try {
        stops.reach(boundary(Kind.ROLLBACK, "CLOSE", session.touched().ended(), false));
      } finally {
        end();
      }
    } else {
      end();
    }
  }

  private @Nullable Object rollback(Method method, @Nullable Object[] args) throws Throwable {
    if (args.length > 0) { // to a savepoint: nothing is shown, nothing is given free for others
      Object result = pass(method, args);
      if (args[0] instanceof Savepoint savepoint) {
        session.undoneTo(savepoint);
      }
      forgetSettings();
      return result;
    }
    return stops.isDead() ? pass(method) : end(Kind.ROLLBACK, "ROLLBACK", () -> pass(method));
  }

  private @Nullable Object setAutoCommit(Method method, @Nullable Object[] args) throws Throwable {
    boolean ends = Boolean.TRUE.equals(args[0]);
    if (ends && stops.isDead()) {
      session.rollBack(); // a dead process commits nothing
      return null;
    }
    return ends && !session.touched().isNothing()
        ? end(Kind.COMMIT, "COMMIT (auto-commit on)", () -> pass(method, args))
        : pass(method, args);
  }

  /** What ends a transaction. */
  private interface Ending {
    @Nullable Object now() throws Throwable;
  }

  private @Nullable Object end(Kind kind, String label, Ending ending) throws Throwable {
    if (session.touched().isNothing()) {
      Object result = ending.now();
      session.undone();
      return result;
    }
    Order order = stops.reach(boundary(kind, label, session.touched().ended(), true));
    if (order instanceof Order.Reject) {
      session.undone();
      throw refuseCommit();
    }
    asking();
    Object result;
    try {
      result = ending.now();
    } catch (SQLException e) {
      session.undone();
      throw failed(e);
    } finally {
      stops.asking(0);
    }
    ended(kind);
    if (order instanceof Order.Lose) {
      throw lost();
    }
    return result;
  }

  private void ended(Kind kind) {
    if (kind == Kind.COMMIT) {
      stops.committed(session.committed());
      stops.happened(Outcome.COMMITTED);
    } else {
      session.undone();
      stops.happened(Outcome.ROLLED_BACK);
    }
  }

  private SQLException refuseCommit() throws SQLException {
    session.raw().rollback();
    SQLException refused =
        new SQLException("could not serialize access (made by the test)", SERIALIZATION_FAILURE);
    return failed(refused);
  }

  // ---- what statements ask

  /** A statement's effect, between the boundary before it and what it told. */
  interface Statements {
    @Nullable Object execute() throws Throwable;

    /** What came of it. */
    Told told(@Nullable Object result) throws SQLException;
  }

  /**
   * What a statement told.
   *
   * @param rows how many it changed; where it answered with rows, how many came back at least
   * @param answered whether it answered with rows
   */
  record Told(long rows, boolean answered) {}

  /**
   * Executes a statement at its boundary.
   *
   * @param sql as the handler wrote it
   */
  @Nullable Object execute(String sql, String detail, Statements statement) throws Throwable {
    requireUsable();
    boolean alone = session.raw().getAutoCommit();
    Footprint footprint = sight.footprints().of(sql);
    Order order =
        footprint.isNothing() ? Order.GO : stops.reach(statement(sql, detail, footprint, alone));
    sight.clock().sync(session.raw());
    if (Footprints.locksBeyondTransactions(sql)) {
      session.locksBeyondTransactions();
    }
    if (sight.footprints().outlivesTransaction(sql)) {
      session.spoil();
    }
    if (order instanceof Order.Reject) {
      executed(footprint, alone);
      throw refuse();
    }
    asking();
    Object result;
    try {
      result = statement.execute();
    } catch (SQLException e) {
      throw failed(e);
    } finally {
      stops.asking(0);
      executed(footprint, alone);
      if (DatabaseClock.mayForget(sql)) {
        forgetSettings();
      }
    }
    Told told = statement.told(result);
    changed(sql, told);
    if (order instanceof Order.Lose) {
      throw lost();
    }
    tell(footprint, told);
    return result;
  }

  /** Something may have undone what this session was told. */
  private void forgetSettings() throws SQLException {
    sight.clock().forget(session.raw());
    session.forget();
  }

  private Boundary statement(String sql, String detail, Footprint footprint, boolean alone) {
    boolean writes = footprint.unknown() || !footprint.writes().isEmpty();
    return new Boundary(
        Kind.SQL,
        sight.footprints().label(sql),
        sight.footprints().isStagedoors(sql) ? "" : detail,
        footprint,
        alone && writes,
        writes ? MAY_FAIL : List.of());
  }

  private void executed(Footprint footprint, boolean alone) {
    if (!alone) {
      session.executed(footprint);
    }
  }

  private void changed(String sql, Told told) throws SQLException {
    if (told.rows() == 0) {
      return;
    }
    session.changed(sight.footprints().changes(sql, told.answered()));
    if (session.raw().getAutoCommit()) {
      stops.committed(session.committed());
    }
  }

  private void tell(Footprint footprint, Told told) {
    if (!footprint.isNothing()) {
      stops.happened(told.answered() ? Outcome.ANSWERED : Outcome.rows(told.rows()));
    }
  }

  private void asking() throws SQLException {
    session.checkDeadlocks(stops.isAnotherWaiting());
    stops.asking(session.backend());
  }

  /** A refusal by the server itself, so that the transaction is aborted as by a real one. */
  private SQLException refuse() {
    try (Statement statement = session.raw().createStatement()) {
      statement.execute(
          "DO $$ BEGIN RAISE EXCEPTION 'could not serialize access (made by the test)'"
              + " USING ERRCODE = '40001'; END $$");
      throw new IllegalStateException("the server did not refuse");
    } catch (SQLException e) {
      return failed(e);
    }
  }

  private SQLException failed(SQLException e) {
    stops.happened(Outcome.failed(String.valueOf(e.getSQLState())));
    return e;
  }

  private SQLException lost() {
    broken = true;
    stops.happened(Outcome.REPLY_LOST);
    return new SQLException("an I/O error occurred: the reply was lost", "08006");
  }

  private static Boundary boundary(Kind kind, String label, Footprint footprint, boolean canLose) {
    return new Boundary(
        kind,
        label,
        "",
        footprint,
        canLose && kind == Kind.COMMIT,
        kind == Kind.COMMIT ? MAY_FAIL : List.of());
  }
}
