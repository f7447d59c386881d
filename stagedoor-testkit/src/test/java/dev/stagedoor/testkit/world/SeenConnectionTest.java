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
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run's connection does when the run dies, loses a reply, writes, or leaves something. */
class SeenConnectionTest {
  private final DataSource database = TestServers.freshDatabase();
  private Scene scene;

  @BeforeEach
  void open() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE a (id int PRIMARY KEY, n int NOT NULL); INSERT INTO a VALUES (1, 0);"
              + " CREATE TABLE b (n int)");
    }
    scene = Scene.open(database);
  }

  @AfterEach
  void close() throws SQLException {
    scene.close();
  }

  private interface Body {
    void in(Connection connection) throws SQLException;
  }

  /** One run from its first connection to the end of its process. */
  private void run(Scripted stops, Body body) throws SQLException {
    SeenWorld world = scene.world(stops, new Clients(List.of(), scene.clock().instants()));
    try (Connection connection = world.dataSource().getConnection()) {
      body.in(connection);
    } catch (Crash e) {
      assertThat(stops.isDead()).isTrue();
    } finally {
      world.end();
    }
  }

  private Set<String> committed(Body body) throws SQLException {
    Scripted stops = Scripted.lives();
    run(stops, body);
    return stops.committed;
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String one(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return String.valueOf(row.getString(1));
    }
  }

  private String outside(String sql) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return one(connection, sql);
    }
  }

  // ---- death

  @Test
  void aDeadRunCommitsNothingByTurningAutoCommitOn() throws SQLException {
    run(
        Scripted.diesAt("COMMIT"),
        connection -> {
          connection.setAutoCommit(false);
          try {
            execute(connection, "UPDATE a SET n = 1");
            connection.commit();
          } finally {
            connection.setAutoCommit(true);
          }
        });

    assertThat(outside("SELECT n FROM a")).isEqualTo("0");
  }

  // ---- lost replies

  @ParameterizedTest
  @ValueSource(strings = {"UPDATE a SET n = 1 WHERE n = 7", "SELECT n FROM a FOR UPDATE"})
  void aLostReplyOfWhatChangedNothingIsNoWrite(String sql) throws SQLException {
    Scripted stops = Scripted.losesAt(sql);

    assertThatThrownBy(() -> run(stops, connection -> execute(connection, sql)))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("the reply was lost");
    assertThat(stops.committed).isEmpty();
  }

  @Test
  void aLostReplyOfAWriteIsAWrite() {
    Scripted stops = Scripted.losesAt("UPDATE");

    assertThatThrownBy(() -> run(stops, connection -> execute(connection, "UPDATE a SET n = 1")))
        .hasMessageContaining("the reply was lost");
    assertThat(stops.committed).containsExactly("public.a");
  }

  // ---- what is a write

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE a SET n = n + 1 RETURNING n",
        "WITH x AS (UPDATE a SET n = n + 1 RETURNING n) SELECT n FROM x",
        "INSERT INTO a VALUES (1, 5) ON CONFLICT (id) DO UPDATE SET n = 5 RETURNING n"
      })
  void aWriteThatAnswersWithRowsIsSeen(String sql) throws SQLException {
    assertThat(committed(connection -> one(connection, sql))).containsExactly("public.a");
    assertThat(committed(connection -> execute(connection, sql))).containsExactly("public.a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE a SET n = n + 1 WHERE n = 7 RETURNING n",
        "WITH x AS (UPDATE a SET n = 1 WHERE n = 7 RETURNING n) SELECT n FROM x",
        "WITH x AS (UPDATE a SET n = 1 WHERE n = 7 RETURNING n) SELECT count(*) FROM x",
        "SELECT n FROM a FOR UPDATE",
        "SELECT n FROM a FOR NO KEY UPDATE"
      })
  void whatOnlyLocksOrFindsNothingIsNoWrite(String sql) throws SQLException {
    assertThat(committed(connection -> execute(connection, sql))).isEmpty();
  }

  @Test
  void whatIsOnlyReadByAWriteIsNotWritten() throws SQLException {
    assertThat(committed(connection -> execute(connection, "INSERT INTO b SELECT n FROM a")))
        .containsExactly("public.b");
  }

  @Test
  void aLargeBatchIsSeen() throws SQLException {
    assertThat(
            committed(
                connection -> {
                  try (PreparedStatement add =
                      connection.prepareStatement("INSERT INTO b VALUES (?)")) {
                    for (int i = 0; i < 3; i++) {
                      add.setInt(1, i);
                      add.addBatch();
                    }
                    add.executeLargeBatch();
                  }
                }))
        .containsExactly("public.b");
  }

  @Test
  void whatIsRolledBackToASavepointIsNoWrite() throws SQLException {
    assertThat(
            committed(
                connection -> {
                  connection.setAutoCommit(false);
                  execute(connection, "INSERT INTO b VALUES (1)");
                  Savepoint before = connection.setSavepoint();
                  execute(connection, "UPDATE a SET n = 1");
                  connection.rollback(before);
                  connection.commit();
                }))
        .containsExactly("public.b");
  }

  @Test
  void aBatchThatWasClearedIsNoLongerNamed() throws SQLException {
    Scripted stops = Scripted.lives();
    run(
        stops,
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.addBatch("UPDATE a SET n = 1");
            statement.clearBatch();
            statement.addBatch("INSERT INTO b VALUES (1)");
            statement.executeBatch();
          }
        });

    assertThat(stops.boundaries).containsExactly("INSERT INTO b VALUES (1)");
  }

  // ---- what a session keeps

  private String backend(Body body) throws SQLException {
    String[] backend = new String[1];
    run(
        Scripted.lives(),
        connection -> {
          backend[0] = one(connection, "SELECT pg_backend_pid()");
          body.in(connection);
        });
    return backend[0];
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET statement_timeout = '77s'",
        "SELECT set_config('statement_timeout', '77s', false)",
        "CREATE TEMP TABLE t (n int)",
        "SELECT 1; /* and */ SET statement_timeout = '77s'",
        "LISTEN x",
        "PREPARE p AS SELECT 1",
        "SET search_path = pg_catalog"
      })
  void aSessionThatWasChangedGoesToNobody(String sql) throws SQLException {
    String first = backend(connection -> execute(connection, sql));

    assertThat(scene.side().hasStranger()).isFalse(); // it may not have ended yet
    assertThat(backend(connection -> {})).isNotEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE a SET n = 1",
        "SELECT set_config('statement_timeout', '77s', true)",
        "SELECT set_config('lock_timeout', '250ms', true), set_config('a.b', (1 + 1)::text, true)",
        "SET LOCAL statement_timeout = '77s'",
        "SELECT 'SET x'"
      })
  void aSessionThatWasNotIsUsedAgain(String sql) throws SQLException {
    String first = backend(connection -> execute(connection, sql));

    assertThat(backend(connection -> {})).isEqualTo(first);
  }

  @Test
  void isolationAndReadOnlyEndWithTheRun() throws SQLException {
    String first =
        backend(
            connection -> {
              connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
              connection.setReadOnly(true);
            });

    assertThat(
            backend(
                connection -> {
                  assertThat(connection.isReadOnly()).isFalse();
                  assertThat(one(connection, "SHOW transaction_isolation"))
                      .isEqualTo("read committed");
                }))
        .isEqualTo(first);
  }

  @Test
  void whatElseTheDriverSetsGoesToNobody() throws SQLException {
    String first = backend(connection -> connection.setClientInfo("ApplicationName", "mine"));

    assertThat(backend(connection -> {})).isNotEqualTo(first);
  }

  @Test
  void anotherSchemaLeavesTheClockAlone() throws SQLException {
    scene.clock().advance(java.time.Duration.ofDays(900));
    run(
        Scripted.lives(),
        connection -> {
          String year = one(connection, "SELECT extract(year FROM now())");
          connection.setSchema("public");
          assertThat(one(connection, "SELECT extract(year FROM now())")).isEqualTo(year);
        });
  }

  // ---- sessions that are gone

  @Test
  void aSessionThatWasEndedIsLeft() throws SQLException {
    Scripted stops = Scripted.lives();
    SeenWorld world = scene.world(stops, new Clients(List.of(), scene.clock().instants()));
    Connection gone = world.dataSource().getConnection();
    Connection other = world.dataSource().getConnection();
    gone.setAutoCommit(false);
    other.setAutoCommit(false);
    scene.side().terminate(Integer.parseInt(one(gone, "SELECT pg_backend_pid()")));
    execute(other, "UPDATE a SET n = 1");
    world.end();

    assertThat(backend(connection -> execute(connection, "UPDATE a SET n = n + 1"))).isNotEmpty();
    assertThat(backend(connection -> execute(connection, "UPDATE a SET n = n + 1"))).isNotEmpty();
    assertThat(outside("SELECT n FROM a")).isEqualTo("2");
  }

  @Test
  void anAbortIsAnEnd() throws SQLException {
    run(
        Scripted.lives(),
        connection -> {
          connection.setAutoCommit(false);
          execute(connection, "UPDATE a SET n = 1");
          connection.abort(Runnable::run);
          assertThat(connection.isClosed()).isTrue();
        });

    assertThat(outside("SELECT n FROM a")).isEqualTo("0");
    run(Scripted.lives(), connection -> execute(connection, "UPDATE a SET n = 2"));
  }

  // ---- ways out

  @Test
  void whatLeadsBackLeadsToWhatIsSeen() throws SQLException {
    run(
        Scripted.lives(),
        connection -> {
          assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
          try (Statement statement = connection.createStatement();
              ResultSet rows = statement.executeQuery("SELECT n FROM a")) {
            assertThat(rows.getStatement()).isSameAs(statement);
          }
        });
  }
}
