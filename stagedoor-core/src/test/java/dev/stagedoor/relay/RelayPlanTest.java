package dev.stagedoor.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a poll reads, however much waits and however much is dead. */
class RelayPlanTest {
  private static final Pattern BUFFERS =
      Pattern.compile("Buffers: shared(?: hit=(\\d+))?(?: read=(\\d+))?");

  private static RelayWorld world;

  @BeforeAll
  static void open() {
    world = RelayWorld.open();
  }

  @AfterAll
  static void close() {
    world.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    world.empty();
  }

  @Test
  void aPollReadsNoWaitingRows() throws Exception {
    pollsPastWaiting(100_000);
  }

  @Test
  @Tag("deep")
  void aPollReadsNoneOfAMillionWaitingRows() throws Exception {
    pollsPastWaiting(1_000_000);
  }

  private static void pollsPastWaiting(int rows) throws SQLException {
    fill(rows, "now() + interval '1 hour' + i * interval '1 ms'");
    fill(20, "now() - interval '1 s'");
    String plan = plan(RelaySql.LOCK_DUE, RelayPlanTest::probeOne, "-infinity");
    assertThat(plan)
        .contains("Index Scan using outbox_due")
        .containsPattern("Index Cond:.*due_at >= .*due_at <= now")
        .doesNotContain("Rows Removed by Filter", "Seq Scan", "Sort", "Bitmap");
    assertThat(buffers(plan)).isLessThan(200);
    assertThat(plan(RelaySql.QUEUES, (c, s, f) -> {}, ""))
        .contains("Index Only Scan Backward using outbox_due");
    String next =
        plan(
            RelaySql.NEXT_DUE,
            (c, s, f) -> s.setArray(1, c.createArrayOf("text", new String[] {"q0", "q1"})),
            "");
    assertThat(next).contains("Index Only Scan using outbox_due").doesNotContain("Sort");
    assertThat(buffers(next)).isLessThan(200);
  }

  @Test
  void aPollFromAFloorReadsNoDeadEntriesThatAnOldSnapshotKeeps() throws Exception {
    try (Connection old = world.database.getConnection()) {
      old.setAutoCommit(false);
      old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      try (Statement snapshot = old.createStatement()) {
        snapshot.execute("SELECT 1 FROM stagedoor.outbox");
        fill(20_000, "now() - interval '1 minute'");
        world.run(
            "UPDATE stagedoor.outbox SET mark_stream = 's', mark_epoch = 1, mark_entry = '0-1', marked_at = now()");
        fill(20, "now() - interval '1 s'");
        int without = buffers(plan(RelaySql.LOCK_DUE, RelayPlanTest::probeOne, "-infinity"));
        int with = buffers(plan(RelaySql.LOCK_DUE, RelayPlanTest::probeOne, floor()));
        assertThat(without).as("the entries are there").isGreaterThan(1_000);
        assertThat(with).isLessThan(200);
      }
      old.rollback();
    }
  }

  private static String floor() throws SQLException {
    try (Connection connection = world.database.getConnection();
        Statement ask = connection.createStatement();
        ResultSet row = ask.executeQuery("SELECT (now() - interval '10 s')::text")) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void aMarkReadsItsOwnRowsOnly() throws Exception {
    fill(50_000, "now()");
    String plan =
        plan(
            RelaySql.MARK,
            (c, s, f) -> {
              s.setString(1, "s");
              s.setLong(2, 1);
              s.setArray(3, c.createArrayOf("uuid", someIds()));
              s.setArray(4, c.createArrayOf("text", new String[] {"0-1", "0-2", "0-3"}));
            },
            "");
    assertThat(plan).contains("Index Scan using outbox_pkey");
    assertThat(buffers(plan)).isLessThan(200);
  }

  private static Object[] someIds() throws SQLException {
    try (Connection connection = world.database.getConnection();
        Statement ask = connection.createStatement();
        ResultSet row =
            ask.executeQuery(
                "SELECT array_agg(id) FROM (SELECT id FROM stagedoor.outbox LIMIT 3) o")) {
      row.next();
      return (Object[]) row.getArray(1).getArray();
    }
  }

  @Test
  void marksAreFoundByJumpsThroughTheIndex() throws Exception {
    fill(20_000, "now()");
    world.run(
        "UPDATE stagedoor.outbox SET mark_stream = 's', mark_epoch = 1, mark_entry = '0-1', marked_at = now()");
    world.run("VACUUM ANALYZE stagedoor.outbox");
    String plan = plan(RelaySql.MARKS, (c, s, f) -> {}, "");
    assertThat(plan)
        .contains("Index Only Scan Backward using outbox_marks")
        .containsPattern("Index Cond: \\(ROW");
    assertThat(buffers(plan)).isLessThan(50);
    assertThat(
            plan(
                RelaySql.LOCK_MARKED,
                (c, s, f) -> {
                  s.setString(1, "s");
                  s.setLong(2, 1);
                  s.setString(3, "q0");
                  s.setDouble(4, 120_000);
                  s.setInt(5, 500);
                  s.setLong(6, 4 << 20);
                },
                ""))
        .containsPattern("Index Cond:.*marked_at < ");
  }

  private static void fill(int rows, String dueAt) throws SQLException {
    world.run(
        """
        INSERT INTO stagedoor.outbox (id, queue, type, payload, due_at, age_from)
        SELECT gen_random_uuid(), 'q' || i %% 2, 't', '{}', %s, now() FROM generate_series(1, %d) i"""
            .formatted(dueAt, rows));
  }

  private interface Binding {
    void bind(Connection connection, PreparedStatement statement, String floor) throws SQLException;
  }

  private static void probeOne(Connection connection, PreparedStatement poll, String floor)
      throws SQLException {
    Integer[] priorities = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    String[] queues = new String[10];
    String[] floors = new String[10];
    Integer[] rooms = new Integer[10];
    java.util.Arrays.fill(queues, "q1");
    java.util.Arrays.fill(floors, floor);
    java.util.Arrays.fill(rooms, 500);
    poll.setArray(1, connection.createArrayOf("text", queues));
    poll.setArray(2, connection.createArrayOf("int2", priorities));
    poll.setArray(3, connection.createArrayOf("timestamptz", floors));
    poll.setArray(4, connection.createArrayOf("int4", rooms));
    poll.setInt(5, 500);
    poll.setInt(6, 1 << 20);
  }

  /** As the relay runs it: after its gate, in a transaction. */
  private static String plan(String sql, Binding binding, String floor) throws SQLException {
    try (Connection connection = world.database.getConnection()) {
      connection.setAutoCommit(false);
      Gate.read(connection, "s");
      StringBuilder plan = new StringBuilder();
      try (PreparedStatement ask =
          connection.prepareStatement("EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) " + sql)) {
        binding.bind(connection, ask, floor);
        try (ResultSet lines = ask.executeQuery()) {
          while (lines.next()) {
            plan.append(lines.getString(1)).append('\n');
          }
        }
      }
      connection.rollback();
      return plan.toString();
    }
  }

  private static int buffers(String plan) {
    Matcher first = BUFFERS.matcher(plan);
    assertThat(first.find()).isTrue();
    return number(first.group(1)) + number(first.group(2));
  }

  private static int number(@org.jspecify.annotations.Nullable String text) {
    return text == null ? 0 : Integer.parseInt(text);
  }
}
