package dev.stagedoor.history;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.rows;
import static dev.stagedoor.schema.FreshSchema.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.event.Events;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.SideThread;
import dev.stagedoor.tx.SqlStates;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** History by day: what is dropped and deleted, and what never is. Days are counted from today. */
class HistoryKeeperTest {
  private static final Retention TWO_DAYS = Retention.of(Duration.ofDays(2));

  private final DataSource database = FreshSchema.create();
  private final HistoryKeeper keeper =
      new HistoryKeeper(new JdbcTransactions(database, Events.none()), TWO_DAYS);

  /** A partition for all that is older than five days, and one for each day since. */
  @BeforeEach
  void daysOfLastWeek() throws SQLException {
    run(
        database,
        "DROP TABLE stagedoor." + partition(0),
        "CREATE TABLE stagedoor."
            + partition(-6)
            + " PARTITION OF stagedoor.processed_jobs FOR VALUES FROM (MINVALUE) TO ('"
            + firstIdOf(-5)
            + "')");
    for (int day = -5; day <= 0; day++) {
      run(database, "SELECT stagedoor.add_history_of(" + date(day) + ")");
    }
  }

  private static String date(int day) {
    return "((clock_timestamp() AT TIME ZONE 'UTC')::date + " + day + ")";
  }

  private static String midnight(int day) {
    return date(day) + "::timestamp AT TIME ZONE 'UTC'";
  }

  private String firstIdOf(int day) throws SQLException {
    return row(database, "SELECT stagedoor.first_id_of(" + midnight(day) + ")");
  }

  /** The name of the partition that has the ids of that day. */
  private String partition(int day) throws SQLException {
    return "processed_jobs_until_"
        + row(database, "SELECT to_char(" + date(day + 1) + ", 'YYYYMMDD')");
  }

  private List<String> partitions(int from, int to) throws SQLException {
    return IntStream.rangeClosed(from, to).mapToObj(this::name).toList();
  }

  private String name(int day) {
    try {
      return partition(day);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> partitions() throws SQLException {
    return rows(
            database,
            "SELECT inhrelid::regclass::text FROM pg_inherits"
                + " WHERE inhparent = 'stagedoor.processed_jobs'::regclass"
                + " AND inhrelid <> 'stagedoor.processed_jobs_default'::regclass ORDER BY 1")
        .stream()
        .map(each -> each.replace("stagedoor.", ""))
        .toList();
  }

  /** An id of noon of that day. */
  private String idOf(int day) throws SQLException {
    return row(
        database,
        "SELECT overlay(stagedoor.first_id_of("
            + midnight(day)
            + " + interval '12 h')::text PLACING right(gen_random_uuid()::text, 20) FROM 17)");
  }

  private static String record(String id) {
    return "INSERT INTO stagedoor.processed_jobs (job_id, step, type, queue, outcome, attempt, run,"
        + " worker, started_at) VALUES ('"
        + id
        + "', 'count', 't', 'q', 'applied', 1, 0, 'w', now())";
  }

  private static String job(String id, String state) {
    return "INSERT INTO stagedoor.outbox (id, queue, type, payload, due_at, age_from, state,"
        + " stuck_at) VALUES ('"
        + id
        + "', 'q', 't', '{}', now(), now(), '"
        + state
        + "', CASE WHEN '"
        + state
        + "' <> 'live' THEN now() END)";
  }

  private long count(String table) throws SQLException {
    return Long.parseLong(row(database, "SELECT count(*) FROM stagedoor." + table));
  }

  @Test
  void oldDaysAreDroppedWholeAndRoomIsMadeForTheNext() throws SQLException {
    run(database, "DROP TABLE stagedoor." + partition(2));
    for (int day = -8; day <= 1; day++) {
      run(database, record(idOf(day)));
    }
    assertThat(keeper.runOnce()).isZero();
    assertThat(partitions()).isEqualTo(partitions(-2, 2));
    assertThat(count("processed_jobs")).isEqualTo(4);
    assertThat(count("processed_jobs_default")).isZero();
    keeper.runOnce();
    assertThat(partitions()).isEqualTo(partitions(-2, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"live", "parked", "dead"})
  void aDayIsKeptAsLongAsAJobOfItHasARowInWhateverState(String state) throws SQLException {
    String id = idOf(-4);
    run(database, record(id), job(id, state), record(idOf(-4)));
    keeper.runOnce();
    assertThat(partitions()).contains(partition(-4)).doesNotContain(partition(-5), partition(-3));
    assertThat(rows(database, "SELECT job_id FROM stagedoor.processed_jobs"))
        .containsExactly(id); // those of others are deleted by the row
    run(database, "DELETE FROM stagedoor.outbox WHERE id = '" + id + "'");
    keeper.runOnce();
    assertThat(partitions()).doesNotContain(partition(-4));
  }

  @Test
  void historyIsNotLockedForADayThatIsKept() throws Exception {
    run(database, job(idOf(-4), "dead"));
    try (Connection open = database.getConnection();
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute("SELECT FROM stagedoor.processed_jobs");
      assertThat(SideThread.start(() -> dropDay(-4)).result()).isFalse(); // without a time-out
    }
  }

  @Test
  void theFirstPartitionIsKeptForAJobOfAnyDayBeforeIt() throws SQLException {
    String id = idOf(-300);
    run(database, record(id), job(id, "live"));
    keeper.runOnce();
    assertThat(partitions()).contains(partition(-6));
  }

  @Test
  void aRecordThatIsBeingWrittenKeepsItsDay() throws Exception {
    String id = idOf(-4);
    try (Connection tick = database.getConnection();
        Statement statement = tick.createStatement()) {
      tick.setAutoCommit(false);
      // an old tick is enqueued and run, between the look at the outbox and the lock
      statement.execute(job(id, "live"));
      statement.execute(record(id));
      SideThread<Boolean> drop = SideThread.start(() -> dropDay(-4));
      SideThread.awaitBlocked(database);
      tick.commit();
      assertThat(drop.result()).isFalse();
    }
    assertThat(count(partition(-4))).isEqualTo(1);
  }

  private boolean dropDay(int day) throws SQLException {
    return row(
            database,
            "SELECT stagedoor.drop_history_until(" + date(day + 1) + ", interval '2 days')")
        .equals("t");
  }

  @Test
  void nobodyWaitsLongForALockThatIsNotToBeHad() throws Exception {
    try (Connection open = database.getConnection();
        Statement statement = open.createStatement()) {
      open.setAutoCommit(false);
      statement.execute("SELECT FROM stagedoor.processed_jobs");
      assertThat(SideThread.start(keeper::runOnce).result()).isZero();
      assertThat(partitions()).contains(partition(-6));
    }
    keeper.runOnce();
    assertThat(partitions()).isEqualTo(partitions(-2, 2));
  }

  @Test
  void aDayThatBeganInTheDefaultPartitionStaysThere() throws SQLException {
    run(
        database,
        "DROP TABLE stagedoor." + partition(0),
        "DROP TABLE stagedoor." + partition(1),
        record(idOf(0)));
    keeper.runOnce();
    assertThat(partitions())
        .isEqualTo(List.of(partition(-2), partition(-1), partition(1), partition(2)));
    assertThat(count("processed_jobs_default")).isEqualTo(1);
  }

  @Test
  void whatTheDefaultPartitionHasIsDeletedByTheRowUnlessItsJobIsThere() throws SQLException {
    keeper.runOnce();
    String live = idOf(-20);
    run(database, record(live), job(live, "dead"), record(idOf(-20)), record(idOf(-4)));
    assertThat(count("processed_jobs_default")).isEqualTo(3);
    keeper.runOnce();
    assertThat(rows(database, "SELECT job_id FROM stagedoor.processed_jobs_default"))
        .containsExactly(live);
  }

  @Test
  void causesGoWithTheirTimeButThoseOfJobsThatAreThere() throws SQLException {
    String dead = idOf(-4);
    run(
        database,
        job(dead, "dead"),
        cause(dead, "interval '4 days'"),
        cause(idOf(-4), "interval '4 days'"),
        cause(idOf(-4), "interval '1 day'"),
        minute("interval '3 days'"),
        minute("interval '1 day'"));
    keeper.runOnce();
    assertThat(rows(database, "SELECT job_id FROM stagedoor.job_runs ORDER BY ended_at"))
        .hasSize(2)
        .startsWith(dead);
    assertThat(count("job_minutes")).isEqualTo(1);
  }

  private static String cause(String id, String ago) {
    return "INSERT INTO stagedoor.job_runs (job_id, type, attempt, run, worker, outcome, ended_at)"
        + " VALUES ('"
        + id
        + "', 't', 1, 0, 'w', 'retry', now() - "
        + ago
        + ")";
  }

  private static String minute(String ago) {
    return "INSERT INTO stagedoor.job_minutes (minute, type, worker, since_due, took)"
        + " VALUES (date_trunc('minute', now() - "
        + ago
        + "), 't', 'w', '{}', '{}')";
  }

  @Test
  void doneEffectsAreKeptForGoodUnlessSaid() throws SQLException {
    String live = idOf(-4);
    run(database, job(live, "live"), done("1", live), done("2", idOf(-4)), unknown("3"));
    keeper.runOnce();
    assertThat(count("effects")).isEqualTo(3);
    new HistoryKeeper(
            new JdbcTransactions(database, Events.none()),
            TWO_DAYS.forgetEffectsAfter(Duration.ofDays(1)))
        .runOnce();
    assertThat(rows(database, "SELECT subject FROM stagedoor.effects ORDER BY 1"))
        .containsExactly("1", "3");
  }

  private String done(String subject, String job) {
    return effect(subject, job, "done", "now() - interval '3 days'");
  }

  private String unknown(String subject) throws SQLException {
    return effect(subject, idOf(-4), "unknown", null);
  }

  private static String effect(String subject, String job, String state, @Nullable String doneAt) {
    return "INSERT INTO stagedoor.effects (kind, subject, state, job_id, attempt, run, worker,"
        + " claimed_at, first_tried_at, done_at) VALUES ('mail', '"
        + subject
        + "', '"
        + state
        + "', '"
        + job
        + "', 1, 0, 'w', now() - interval '3 days', now() - interval '3 days', "
        + doneAt
        + ")";
  }

  @Test
  void whatAlwaysFailsHoldsUpNoOther() throws SQLException {
    run(
        database,
        "ALTER TABLE stagedoor.job_runs RENAME TO elsewhere",
        minute("interval '3 days'"));
    assertThatThrownBy(keeper::runOnce).hasMessageContaining("job_runs");
    assertThat(count("job_minutes")).isZero();
    assertThat(partitions()).isEqualTo(partitions(-2, 2));
  }

  @Test
  void whatIsMoreThanOneTransactionDeletesIsDoneInSteps() throws SQLException {
    run(
        database,
        "INSERT INTO stagedoor.job_runs (job_id, type, attempt, run, worker, outcome, ended_at)"
            + " SELECT gen_random_uuid(), 't', 1, 0, 'w', 'retry', now() - interval '9 days'"
            + " FROM generate_series(1, 1500)");
    assertThat(keeper.runOnce()).isEqualTo(1000);
    assertThat(keeper.runOnce()).isZero();
    assertThat(count("job_runs")).isZero();
  }

  /** It is done every minute: what is kept must not be read for it. */
  @ParameterizedTest
  @ValueSource(strings = {"left over", "runs", "minutes", "effects"})
  void onlyWhatIsOldIsRead(String kind) throws SQLException {
    String sql =
        switch (kind) {
          case "left over" -> HistorySql.FORGET_LEFT_OVER;
          case "runs" -> HistorySql.FORGET_RUNS;
          case "minutes" -> HistorySql.FORGET_MINUTES;
          default -> HistorySql.FORGET_EFFECTS;
        };
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SET LOCAL enable_seqscan = off");
      statement.execute("SET LOCAL enable_bitmapscan = off");
      assertThat(rows(connection, "EXPLAIN " + sql.replace("?", "'2 days'")))
          .anySatisfy(line -> assertThat(line).contains("Index Cond", "now() - '2 days'"));
    }
  }

  @Test
  void aUserWhoMayNotDropTablesKeepsHistoryAllTheSame() throws SQLException {
    String role = "runs_jobs_" + row(database, "SELECT to_char(clock_timestamp(), 'SSSSUS')");
    run(
        database,
        "CREATE ROLE " + role,
        "GRANT USAGE ON SCHEMA stagedoor TO " + role,
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA stagedoor TO " + role);
    try (Connection limited = database.getConnection();
        Statement statement = limited.createStatement()) {
      statement.execute("SET SESSION AUTHORIZATION " + role);
      assertThatThrownBy(() -> statement.execute("DROP TABLE stagedoor." + partition(-4)))
          .satisfies(e -> assertThat(SqlStates.of(e)).isEqualTo("42501"));
      try (ResultSet dropped =
          statement.executeQuery(
              "SELECT stagedoor.drop_history_until(" + date(-3) + ", interval '2 days')")) {
        dropped.next();
        assertThat(dropped.getBoolean(1)).isTrue();
      }
    } finally {
      run(database, "DROP OWNED BY " + role, "DROP ROLE " + role);
    }
  }

  @Test
  void aDayAtLeastIsKeptWhateverIsAsked() throws SQLException {
    assertThat(row(database, "SELECT stagedoor.drop_history_until(" + date(0) + ", '0')"))
        .isEqualTo("f");
    assertThat(Retention.of(Duration.ofHours(3)).forgetEffectsAfter(Duration.ofHours(-1)).faults())
        .containsExactly(
            "history kept for PT3H: give 1 to 3650 days",
            "done effects kept for PT-1H: give 1 to 3650 days");
    assertThat(Retention.of(ChronoUnit.FOREVER.getDuration()).faults()).hasSize(1);
    assertThat(Retention.STANDARD.faults()).isEmpty();
  }
}
