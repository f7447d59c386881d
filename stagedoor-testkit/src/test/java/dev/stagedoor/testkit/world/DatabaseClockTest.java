package dev.stagedoor.testkit.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.embedded.TestServers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

class DatabaseClockTest {
  private static final Duration JUMP = Duration.ofDays(3);

  /** Days by which a time is ahead of the server's own, rounded. */
  private static final String DAYS =
      "SELECT round(extract(epoch FROM (%s)::timestamptz - pg_catalog.clock_timestamp()) / 86400)";

  private static PGSimpleDataSource database;
  private static String defaultsAsMade;
  private DatabaseClock clock;
  private DataSource moved;

  @BeforeAll
  static void tables() throws SQLException {
    database = TestServers.freshDatabase();
    run(
        database,
        """
        CREATE SCHEMA shop;
        CREATE TABLE shop.orders (
          id integer PRIMARY KEY, note text DEFAULT 'now() CURRENT_DATE',
          a timestamptz DEFAULT now(), b timestamptz DEFAULT CURRENT_TIMESTAMP,
          c timestamptz(0) DEFAULT CURRENT_TIMESTAMP(2), d date DEFAULT CURRENT_DATE,
          e timestamp DEFAULT (LOCALTIMESTAMP + interval '1 day'),
          f timestamptz DEFAULT clock_timestamp());
        CREATE VIEW shop.ages AS SELECT id, a < now() - interval '1 day' AS old FROM shop.orders;
        CREATE FUNCTION shop.its_now() RETURNS timestamptz LANGUAGE plpgsql AS $$
          BEGIN RETURN now(); END $$;
        CREATE FUNCTION shop.its_clock() RETURNS timestamptz LANGUAGE sql AS $$
          SELECT clock_timestamp() $$
        """);
    defaultsAsMade = defaults();
  }

  @BeforeEach
  void install() throws SQLException {
    clock = DatabaseClock.in(database);
    moved = clock.over(database);
    run(database, "TRUNCATE shop.orders");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "now()",
        "transaction_timestamp()",
        "statement_timestamp()",
        "clock_timestamp()",
        "CURRENT_TIMESTAMP",
        "CURRENT_TIMESTAMP(3)",
        "CURRENT_DATE::timestamptz + CURRENT_TIME::time",
        "CURRENT_DATE::timestamptz + LOCALTIME(0)",
        "LOCALTIMESTAMP",
        "LOCALTIMESTAMP(0)",
        "now()::date + interval '1 day' - age(now()::date)",
        "shop.its_now()",
        "shop.its_clock()",
      })
  void everyWayToAskForTheTimeIsMoved(String time) throws SQLException {
    try (Connection connection = moved.getConnection()) {
      int own = days(connection, time);
      clock.advance(JUMP);
      assertThat(days(connection, time)).isEqualTo(own + 3);
      clock.reset();
      assertThat(days(connection, time)).isEqualTo(own);
    }
    assertThat(days(moved, time)).as("a new connection").isEqualTo(days(database, time));
  }

  @Test
  void theNameOfAResultsColumnStays() throws SQLException {
    try (Connection connection = moved.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT CURRENT_TIMESTAMP(3), CURRENT_DATE")) {
      assertThat(row.getMetaData().getColumnName(1)).isEqualTo("current_timestamp");
      assertThat(row.getMetaData().getColumnName(2)).isEqualTo("current_date");
      assertThat(row.getMetaData().getColumnTypeName(1)).isEqualTo("timestamptz");
      row.next();
      assertThat(row.getTimestamp(1).getNanos() % 1_000_000).isZero();
    }
  }

  @Test
  void defaultsAndViewsAreMovedAndPutBack() throws SQLException {
    clock.advance(JUMP);
    run(moved, "INSERT INTO shop.orders (id) VALUES (1)");
    assertThat(
            text(
                moved,
                "SELECT note, array(SELECT round(extract(epoch FROM t -"
                    + " pg_catalog.clock_timestamp()) / 86400) FROM unnest(ARRAY[a, b, c, f,"
                    + " e::timestamptz]) t), d - pg_catalog.now()::date FROM shop.orders"))
        .isEqualTo("now() CURRENT_DATE {3,3,3,3,4} 3");
    assertThat(text(moved, "SELECT old FROM shop.ages")).isEqualTo("f");
    clock.advance(JUMP);
    assertThat(text(moved, "SELECT old FROM shop.ages")).isEqualTo("t");
    run(moved, "CREATE TABLE shop.later (at timestamptz DEFAULT CURRENT_TIMESTAMP, x int)");

    clock.restore();

    assertThat(defaults()).isEqualTo(defaultsAsMade + " later CURRENT_TIMESTAMP");
    run(database, "DROP TABLE shop.later");
    assertThat(text(database, "SELECT to_regnamespace('stagedoor_clock')")).isEqualTo("null");
    clock.restore();
    assertThat(defaults()).isEqualTo(defaultsAsMade);
  }

  @Test
  void whatNeedsTheFunctionsKeepsThem() throws SQLException {
    run(moved, "CREATE TABLE shop.checked (at timestamptz CHECK (at < now() + interval '1 h'))");
    clock.restore();
    assertThat(text(database, "SELECT to_regnamespace('stagedoor_clock')"))
        .isEqualTo("stagedoor_clock");
    run(database, "DROP TABLE shop.checked");
  }

  @Test
  void aPreparedStatementFollowsEveryJump() throws SQLException {
    try (Connection connection = moved.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(DAYS.formatted("CURRENT_TIMESTAMP"))) {
      for (int jumps = 0; jumps < 4; jumps++) {
        for (int i = 0; i < 7; i++) { // the server prepares it from the fifth
          try (ResultSet row = statement.executeQuery()) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(3 * jumps);
          }
        }
        clock.advance(JUMP);
      }
    }
  }

  @Test
  void nowStaysInItsTransactionAndTheClockGoesOn() throws SQLException {
    try (Connection connection = moved.getConnection()) {
      connection.setAutoCommit(false);
      String both =
          "(CASE WHEN now() = transaction_timestamp() AND now() = CURRENT_TIMESTAMP THEN now() END)";
      assertThat(days(connection, both)).isZero();
      clock.advance(JUMP);
      assertThat(days(connection, both)).isZero();
      assertThat(days(connection, "clock_timestamp()")).isEqualTo(3);
      assertThat(days(connection, "statement_timestamp()")).isEqualTo(3);
      connection.commit();
      assertThat(days(connection, both)).isEqualTo(3);
    }
  }

  @Test
  void aRollbackUndoesNoJump() throws SQLException {
    try (Connection connection = moved.getConnection()) {
      connection.setAutoCommit(false);
      assertThat(days(connection, "clock_timestamp()")).isZero();
      clock.advance(JUMP);
      assertThat(days(connection, "clock_timestamp()")).isEqualTo(3);
      connection.rollback();
      assertThat(days(connection, "clock_timestamp()")).isEqualTo(3);
      assertThat(days(connection, "now()")).isEqualTo(3);
      connection.rollback();
      assertThat(days(connection, "now()")).isEqualTo(3);
    }
  }

  @Test
  void aSessionFirstToldInATransactionIsToldAgainAfterItsRollback() throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      run(connection, "SELECT 1");
      clock.sync(connection);
      connection.rollback();
      clock.sync(connection);
      assertThat(text(connection, "SHOW search_path")).startsWith("stagedoor_clock, ");
    }
  }

  @Test
  void aRollbackToASavepointUndoesNoJump() throws SQLException {
    try (Connection connection = moved.getConnection()) {
      connection.setAutoCommit(false);
      Savepoint before = connection.setSavepoint();
      days(connection, "now()");
      clock.advance(JUMP);
      assertThat(days(connection, "clock_timestamp()")).isEqualTo(3);
      connection.rollback(before);
      assertThat(days(connection, "clock_timestamp()")).isEqualTo(3);
      run(connection, "SAVEPOINT here");
      clock.advance(JUMP);
      assertThat(days(connection, "clock_timestamp()")).isEqualTo(6);
      run(connection, "ROLLBACK TO here");
      assertThat(days(connection, "clock_timestamp()")).isEqualTo(6);
    }
  }

  @Test
  void anAbortedTransactionSeesTheServersOwnError() throws SQLException {
    try (Connection connection = moved.getConnection()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> run(connection, "SELECT 1/0"))
          .hasMessageContaining("division by zero");
      clock.advance(JUMP);
      assertThatThrownBy(() -> days(connection, "now()"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
      run(connection, "ROLLBACK");
      assertThat(days(connection, "now()")).isEqualTo(3);
    }
  }

  @Test
  void aTransactionsOwnSettingsMayStillComeFirst() throws SQLException {
    clock.advance(JUMP);
    try (Connection connection = moved.getConnection()) {
      run(connection, "BEGIN");
      clock.advance(JUMP);
      run(connection, "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
      assertThat(text(connection, "SHOW transaction_isolation")).isEqualTo("serializable");
      assertThat(days(connection, "clock_timestamp()")).isEqualTo(6);
      run(connection, "ROLLBACK");
      assertThat(days(connection, "now()")).isEqualTo(6);
    }
  }

  @Test
  void theSearchPathThatWasThereStays() throws SQLException {
    PGSimpleDataSource shop = TestServers.freshDatabase();
    run(shop, "CREATE SCHEMA shop; CREATE TABLE shop.mails (at timestamptz DEFAULT now())");
    shop.setCurrentSchema("shop");
    DatabaseClock itsClock = DatabaseClock.in(shop);
    itsClock.advance(JUMP);
    try (Connection connection = itsClock.over(shop).getConnection()) {
      run(connection, "INSERT INTO mails DEFAULT VALUES");
      assertThat(days(connection, "SELECT max(at) FROM mails")).isEqualTo(3);
      assertThat(text(connection, "SHOW search_path"))
          .isEqualTo("stagedoor_clock, shop, pg_catalog");
      connection.setSchema("public");
      assertThat(days(connection, "now()")).isEqualTo(3);
      assertThat(text(connection, "SHOW search_path"))
          .isEqualTo("stagedoor_clock, public, pg_catalog");
      run(connection, "DISCARD ALL");
      assertThat(days(connection, "now()")).isEqualTo(3);
      assertThat(text(connection, "SHOW search_path"))
          .isEqualTo("stagedoor_clock, shop, pg_catalog");
    }
  }

  @Test
  void nothingIsToldWhereNothingChanged() throws SQLException {
    try (Connection raw = database.getConnection();
        Connection other = database.getConnection()) {
      clock.sync(raw);
      String told = lastQuery(other, raw);
      run(raw, "SELECT 1");
      clock.sync(raw);
      assertThat(told).startsWith("SET stagedoor_clock.");
      assertThat(lastQuery(other, raw)).isEqualTo("SELECT 1");
      clock.advance(JUMP);
      clock.sync(raw);
      assertThat(lastQuery(other, raw)).startsWith("SET stagedoor_clock.");
    }
  }

  private static String lastQuery(Connection watch, Connection watched) throws SQLException {
    int pid = watched.unwrap(PGConnection.class).getBackendPID();
    return text(watch, "SELECT query FROM pg_stat_activity WHERE pid = " + pid);
  }

  @Test
  void anIndexOnATimeIsUsedAsBefore() throws SQLException {
    run(database, "CREATE INDEX IF NOT EXISTS by_time ON shop.orders (a)");
    try (Connection connection = moved.getConnection()) {
      run(connection, "SET enable_seqscan = off; SET enable_bitmapscan = off");
      assertThat(text(connection, "EXPLAIN (COSTS off) SELECT id FROM shop.orders WHERE a < now()"))
          .contains("Index Scan using by_time");
      assertThat(text(connection, "EXPLAIN (COSTS off) SELECT id FROM shop.orders WHERE a < now()"))
          .doesNotContain("Filter");
    }
  }

  @Test
  void thisProcessesTimeIsMovedToo() {
    long nanos = clock.ticker().nanos();
    Instant instant = clock.instants().instant();
    clock.advance(JUMP);
    assertThat(clock.ticker().nanos() - nanos).isGreaterThanOrEqualTo(JUMP.toNanos());
    assertThat(clock.instants().instant()).isAfterOrEqualTo(instant.plus(JUMP));
    assertThat(clock.shift()).isEqualTo(JUMP);
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-1S")
        .hasMessageContaining("reset()");
  }

  private static String defaults() throws SQLException {
    return text(
        database,
        "SELECT string_agg(c.relname || ' ' || pg_get_expr(d.adbin, d.adrelid), ' ' ORDER BY"
            + " c.oid, d.adnum) FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid");
  }

  private static int days(DataSource source, String time) throws SQLException {
    try (Connection connection = source.getConnection()) {
      return days(connection, time);
    }
  }

  private static int days(Connection connection, String time) throws SQLException {
    return Integer.parseInt(text(connection, DAYS.formatted(time)));
  }

  private static String text(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection()) {
      return text(connection, sql);
    }
  }

  /** The first row's columns, parted by blanks. */
  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      StringBuilder text = new StringBuilder();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        text.append(i == 1 ? "" : " ").append(rows.getString(i));
      }
      return text.toString();
    }
  }

  private static void run(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection()) {
      run(connection, sql);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
