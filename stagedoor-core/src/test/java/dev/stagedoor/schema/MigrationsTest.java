package dev.stagedoor.schema;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.rows;
import static dev.stagedoor.schema.FreshSchema.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.SqlStates;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MigrationsTest {
  private static final int KNOWN = Script.all().size();
  private static final Script NEXT =
      new Script(KNOWN + 1, "next", "CREATE TABLE stagedoor.next (id int)");

  private static List<Script> withNext() {
    List<Script> scripts = new ArrayList<>(Script.all());
    scripts.add(NEXT);
    return scripts;
  }

  @Test
  void theScriptsAreNumberedWithoutGaps() {
    assertThat(Script.all().stream().map(Script::version))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, KNOWN).boxed().toList());
  }

  @Test
  void theSecondTimeDoesNothing() throws SQLException {
    DataSource database = TestServers.freshDatabase();
    assertThat(Migrations.migrate(transactions(database))).isEqualTo(KNOWN);
    assertThat(Migrations.migrate(transactions(database))).isZero();
    assertThat(
            rows(database, "SELECT version, name FROM stagedoor.schema_version ORDER BY version"))
        .hasSize(KNOWN)
        .startsWith("1|first");
  }

  @Test
  void historyOfBeforeIsPartedByDaysAndNoneIsLost() throws SQLException {
    DataSource database = TestServers.freshDatabase();
    List<Script> before = Script.all().subList(0, 5);
    transactions(database).<Integer, SQLException>open(c -> Migrations.migrate(c, before));
    run(
        database,
        "INSERT INTO stagedoor.processed_jobs (job_id, type, queue, attempt, run, worker,"
            + " started_at, step, outcome) SELECT id, 't', 'q', 1, 0, 'w', now(), '', 'completed'"
            + " FROM unnest('{00000000-0000-7000-8000-000000000000,"
            + "ffffffff-ffff-7fff-bfff-ffffffffffff}'::uuid[] || stagedoor.new_job_id()) AS id");
    Migrations.migrate(transactions(database));
    assertThat(rows(database, "SELECT tableoid::regclass::text FROM stagedoor.processed_jobs"))
        .hasSize(3)
        .filteredOn(table -> table.equals("stagedoor.processed_jobs_default"))
        .hasSize(1); // the one of a day that is far away
  }

  @Test
  void anOlderSchemaGetsWhatIsMissing() throws SQLException {
    DataSource database = FreshSchema.create();
    List<Script> more = withNext();
    try (Connection connection = database.getConnection()) {
      assertThatThrownBy(() -> Migrations.check(connection, more))
          .isInstanceOf(SchemaRefused.class)
          .hasMessage(
              "the schema stagedoor is at version "
                  + KNOWN
                  + ", this code needs "
                  + (KNOWN + 1)
                  + ": run `stagedoor migrate`");
    }
    int ran = transactions(database).open(c -> Migrations.migrate(c, more));
    assertThat(ran).isEqualTo(1);
    assertThat(row(database, "SELECT count(*) FROM stagedoor.next")).isEqualTo("0");
  }

  @Test
  void aMissingSchemaIsRefusedAndTheTransactionGoesOn() throws SQLException {
    try (Connection connection = TestServers.freshDatabase().getConnection()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> Migrations.check(connection))
          .isInstanceOf(SchemaRefused.class)
          .hasMessage("the schema stagedoor is missing in this database: run `stagedoor migrate`");
      assertThat(rows(connection, "SELECT 1")).containsExactly("1");
    }
  }

  @Test
  void aNewerSchemaIsRefusedByBoth() throws SQLException {
    DataSource database = FreshSchema.create();
    run(database, "INSERT INTO stagedoor.schema_version (version, name) VALUES (99, 'later')");
    String message =
        "the schema stagedoor is at version 99, this code knows "
            + KNOWN
            + ": use a newer release of this program";
    try (Connection connection = database.getConnection()) {
      assertThatThrownBy(() -> Migrations.check(connection)).hasMessage(message);
    }
    assertThatThrownBy(() -> Migrations.migrate(transactions(database))).hasMessage(message);
  }

  @Test
  void aScriptThatFailsLeavesNothing() throws SQLException {
    DataSource database = TestServers.freshDatabase();
    List<Script> broken = List.of(Script.all().get(0), new Script(2, "broken", "SELECT 1 / 0"));
    assertThatThrownBy(() -> transactions(database).open(c -> Migrations.migrate(c, broken)))
        .isInstanceOf(SQLException.class);
    assertThat(row(database, "SELECT to_regnamespace('stagedoor') IS NULL")).isEqualTo("t");
  }

  @Test
  void aUserWhoMayNotCreateItIsToldSo() throws SQLException {
    DataSource database = FreshSchema.create();
    run(database, "DROP SCHEMA stagedoor CASCADE", "CREATE ROLE clerk_of_migrations LOGIN");
    try (Connection connection = database.getConnection()) {
      Transactions asClerk = new OneConnection(connection);
      FreshSchema.rows(connection, "SELECT set_config('role', 'clerk_of_migrations', false)");
      assertThatThrownBy(() -> Migrations.migrate(asClerk))
          .isInstanceOf(SchemaRefused.class)
          .hasMessageContaining("may not create the schema stagedoor: run `stagedoor migrate`");
    }
  }

  @Test
  void durabilityFindingsNameEachSettingThatIsOff() throws SQLException {
    try (Connection connection = TestServers.freshDatabase().getConnection()) {
      assertThat(Migrations.durabilityFindings(connection))
          .contains(
              "PostgreSQL runs with fsync off: committed jobs can be lost in a crash of the server;"
                  + " turn it on");
      FreshSchema.rows(connection, "SELECT set_config('synchronous_commit', 'on', false)");
      assertThat(Migrations.durabilityFindings(connection))
          .noneMatch(f -> f.contains("synchronous_commit"));
    }
  }

  @Test
  void newJobIdIsAUuid7OfTheDatabasesClock() throws SQLException {
    DataSource database = FreshSchema.create();
    String[] row =
        row(
                database,
                "SELECT stagedoor.new_job_id(), stagedoor.new_job_id(),"
                    + " floor(extract(epoch from clock_timestamp()) * 1000)::bigint")
            .split("\\|", -1);
    UUID id = UUID.fromString(row[0]);
    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(id.getMostSignificantBits() >>> 16).isBetween(before(row[2]), Long.valueOf(row[2]));
    assertThat(row[1]).isNotEqualTo(row[0]);
  }

  private static long before(String millis) {
    return Instant.ofEpochMilli(Long.parseLong(millis)).minusSeconds(5).toEpochMilli();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state = 'done'",
        "state = 'dead'", // without the time when it got stuck
        "stuck_at = now()", // while live
        "attempt = 0",
        "run = -1",
        "failures = -1",
        "crashes = -1",
        "priority = 10",
        "again = true", // without a unique key
        "mark_stream = 's'", // a mark is four columns or none
        "payload = repeat('x', 1048577)"
      })
  void impossibleOutboxRowsAreRefused(String change) throws SQLException {
    DataSource database = Once.SCHEMA;
    run(
        database,
        "INSERT INTO stagedoor.outbox (id, queue, type, payload, due_at, age_from)"
            + " VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', 'q', 't', '{}', now(), now())"
            + " ON CONFLICT DO NOTHING");
    assertRefused(database, "UPDATE stagedoor.outbox SET " + change);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state = 'sent'",
        "state = 'done'", // without its time
        "done_at = now()", // while claimed
        "state = 'parked'",
        "parked_at = now()"
      })
  void impossibleEffectsAreRefused(String change) throws SQLException {
    DataSource database = Once.SCHEMA;
    run(
        database,
        "INSERT INTO stagedoor.effects (kind, subject, job_id, attempt, run, worker, claimed_at,"
            + " first_tried_at) VALUES ('mail', '1', gen_random_uuid(), 1, 0, 'w', now(), now())"
            + " ON CONFLICT DO NOTHING");
    assertRefused(database, "UPDATE stagedoor.effects SET " + change);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name = 'Report'",
        "kind = 'cron'", // without a zone
        "zone = 'UTC'", // of an interval
        "kind = 'sometimes'",
        "missed = 'twice'",
        "next_tick = last_tick - interval '1 ms'",
        "payload = repeat('x', 1048577)"
      })
  void impossibleSchedulesAreRefused(String change) throws SQLException {
    DataSource database = Once.SCHEMA;
    run(
        database,
        "INSERT INTO stagedoor.schedules (name, type, queue, payload, kind, expression, missed,"
            + " last_tick, next_tick) VALUES ('r', 't', 'q', '{}', 'every', 'PT1H', 'once', now(),"
            + " now()) ON CONFLICT DO NOTHING");
    assertRefused(database, "UPDATE stagedoor.schedules SET " + change);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'', 'applied'", "'count', 'completed'", "'count', 'gone'"})
  void impossibleHistoryIsRefused(String stepAndOutcome) {
    assertRefused(
        Once.SCHEMA,
        "INSERT INTO stagedoor.processed_jobs (job_id, type, queue, attempt, run, worker,"
            + " started_at, step, outcome) VALUES (gen_random_uuid(), 't', 'q', 1, 0, 'w', now(), "
            + stepAndOutcome
            + ")");
  }

  private static void assertRefused(DataSource database, String sql) {
    assertThatThrownBy(() -> run(database, sql))
        .satisfies(e -> assertThat(SqlStates.of(e)).isEqualTo("23514"));
  }

  private static Transactions transactions(DataSource database) {
    return new JdbcTransactions(database, Events.none());
  }

  private static final class Once {
    private static final DataSource SCHEMA = FreshSchema.create();
  }
}
