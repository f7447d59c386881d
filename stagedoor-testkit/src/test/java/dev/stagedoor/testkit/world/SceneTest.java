package dev.stagedoor.testkit.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.embedded.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A scene leaves the user's database and pool as it found them, also where something fails. */
class SceneTest {
  private static final String OURS =
      """
      SELECT (SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'stagedoor%')
             + (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal)""";
  private static final String SETTINGS =
      """
      SELECT concat_ws(' ', current_setting('search_path'), current_setting('deadlock_timeout'),
                       current_setting('session_replication_role'),
                       nullif(current_setting('stagedoor_clock.begun', true), ''),
                       nullif(current_setting('stagedoor_clock.present', true), ''),
                       nullif(current_setting('statement_timeout'), '0'))""";

  private PGSimpleDataSource database = TestServers.freshDatabase();

  @BeforeEach
  void table() throws SQLException {
    database = TestServers.freshDatabase();
    execute(
        database,
        "CREATE TABLE a (n int, at timestamptz DEFAULT now()); INSERT INTO a VALUES (0);"
            + " CREATE TABLE b (n int)");
  }

  private static void execute(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    }
  }

  private static String one(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private void nothingOfOursIsLeft() throws SQLException {
    assertThat(one(database, OURS)).isEqualTo("0");
    assertThat(one(database, "SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef"))
        .isEqualTo("now()");
    TestServers.freshDatabase(database.getDatabaseName()); // fails while anybody is connected
  }

  private static void run(Scene scene, String... statements) throws SQLException {
    SeenWorld world =
        scene.world(Scripted.lives(), new Clients(List.of(), scene.clock().instants()));
    try {
      for (String sql : statements) {
        execute(world.dataSource(), sql);
      }
    } finally {
      world.end();
    }
  }

  private HikariDataSource pool(boolean autoCommit) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setAutoCommit(autoCommit);
    config.setMaximumPoolSize(3);
    config.setConnectionTimeout(5_000);
    return new HikariDataSource(config);
  }

  @Test
  void aPoolThatDoesNotCommitByItselfWillDo() throws SQLException {
    try (HikariDataSource pool = pool(false)) {
      try (Scene scene = Scene.open(pool)) {
        run(scene, "UPDATE a SET n = 1");
        assertThat(one(database, "SELECT n FROM a")).isEqualTo("1");
        scene.putBack();
        assertThat(one(database, "SELECT n FROM a")).isEqualTo("0");
      }
      try (Connection connection = pool.getConnection()) {
        assertThat(connection.getAutoCommit()).isFalse();
      }
    }
    nothingOfOursIsLeft();
  }

  @Test
  void aPoolGetsItsConnectionsAsTheyWere() throws SQLException {
    execute(
        database, "ALTER DATABASE " + database.getDatabaseName() + " SET search_path = public, b");
    try (HikariDataSource pool = pool(true)) {
      try (Scene scene = Scene.open(pool)) {
        scene.clock().advance(java.time.Duration.ofHours(1));
        run(scene, "UPDATE a SET n = 1", "SET statement_timeout = '77s'");
        one(scene.ownDataSource(), "SELECT now()");
      }
      try (Connection one = pool.getConnection();
          Connection two = pool.getConnection();
          Connection three = pool.getConnection()) {
        for (Connection each : List.of(one, two, three)) {
          try (Statement statement = each.createStatement();
              ResultSet row = statement.executeQuery(SETTINGS)) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("public, b 1s origin");
          }
        }
      }
    }
  }

  @Test
  void whoMayNotLeavesEverythingAsItWas() throws SQLException {
    execute(
        database,
        "CREATE ROLE scene_guest LOGIN PASSWORD 'guest'; GRANT CREATE ON DATABASE "
            + database.getDatabaseName()
            + " TO scene_guest; ALTER TABLE a OWNER TO scene_guest");
    PGSimpleDataSource guest = new PGSimpleDataSource();
    guest.setURL(database.getURL());
    guest.setUser("scene_guest");
    guest.setPassword("guest");

    assertThatThrownBy(() -> Scene.open(guest))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no superuser");
    nothingOfOursIsLeft();
  }

  @Test
  void aSceneThatCannotBeSetUpLeavesEverythingAsItWas() throws SQLException {
    execute(
        database,
        "CREATE FUNCTION no() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " IF tg_tag = 'CREATE TRIGGER' THEN RAISE 'no triggers here'; END IF; END $$;"
            + " CREATE EVENT TRIGGER no ON ddl_command_start EXECUTE FUNCTION no()");

    assertThatThrownBy(() -> Scene.open(database)).hasMessageContaining("no triggers here");
    nothingOfOursIsLeft();
  }

  @Test
  void aTableThatTheHandlerDroppedIsNoReasonToLeaveTheRest() throws SQLException {
    Scene scene = Scene.open(database);
    run(scene, "INSERT INTO b VALUES (1)", "DROP TABLE b", "UPDATE a SET n = 1");

    assertThatThrownBy(scene::close).isInstanceOf(SQLException.class);
    nothingOfOursIsLeft();
  }

  @Test
  void aSessionThatTheServerEndedIsNoReasonEither() throws SQLException {
    Scene scene = Scene.open(database);
    run(scene, "UPDATE a SET n = 1");
    execute(
        database,
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND query LIKE '%UPDATE a%'"
            + " AND pid <> pg_backend_pid()");

    try {
      scene.close();
    } catch (SQLException e) {
      assertThat(e.getSQLState()).startsWith("57P"); // it may say so, or not
    }
    nothingOfOursIsLeft();
  }
}
