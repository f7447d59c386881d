package dev.stagedoor.testkit.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.TestServers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Rows, sequences and generated ids are as they were. */
class ResetTest {
  private static final String ROWS =
      """
      CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n int NOT NULL,
                           twice int GENERATED ALWAYS AS (n * 2) STORED);
      CREATE TABLE lines (order_id bigint NOT NULL REFERENCES orders, n int);
      CREATE TABLE parts (id int NOT NULL) PARTITION BY RANGE (id);
      CREATE TABLE parts_low PARTITION OF parts FOR VALUES FROM (0) TO (10);
      INSERT INTO orders (n) VALUES (1);
      INSERT INTO lines VALUES (1, 5);
      INSERT INTO parts VALUES (3)""";

  private static final String WRITES =
      """
      INSERT INTO orders (n) VALUES (2);
      UPDATE orders SET n = 7 WHERE id = 1;
      DELETE FROM lines;
      INSERT INTO parts VALUES (4)""";

  private static final String SEEN =
      """
      SELECT (SELECT string_agg(o::text, ',' ORDER BY id) FROM orders o)
             || (SELECT coalesce(string_agg(l::text, ','), '') FROM lines l)
             || (SELECT string_agg(p::text, ',' ORDER BY id) FROM parts p)""";

  private PGSimpleDataSource database = TestServers.freshDatabase();

  @BeforeEach
  void rows() throws SQLException {
    database = TestServers.freshDatabase();
    execute(ROWS);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String seen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SEEN)) {
      row.next();
      return row.getString(1);
    }
  }

  @Test
  void allIsAsItWasEachTime() throws Exception {
    try (Connection connection = database.getConnection()) {
      String before = seen(connection);
      Snapshot snapshot = Snapshot.take(connection);
      for (int i = 0; i < 3; i++) {
        execute(WRITES);
        assertThat(seen(connection)).isEqualTo("(1,7,14),(2,2,4)(3),(4)");
        snapshot.putBack();
        assertThat(seen(connection)).isEqualTo(before);
      }
    }
  }

  @Test
  void rowsOfHeirsAreKept() throws Exception {
    execute(
        "CREATE TABLE people (n int); CREATE TABLE staff (pay int) INHERITS (people);"
            + " INSERT INTO people VALUES (1); INSERT INTO staff VALUES (2, 5)");
    try (Connection connection = database.getConnection()) {
      Snapshot snapshot = Snapshot.take(connection);
      for (String write :
          new String[] {"UPDATE ONLY people SET n = 7", "UPDATE people SET n = n + 1"}) {
        execute(write);
        snapshot.putBack();
        try (Statement statement = connection.createStatement();
            ResultSet row =
                statement.executeQuery(
                    "SELECT string_agg(tableoid::regclass || ' ' || n, ', ' ORDER BY n)"
                        + " FROM people")) {
          row.next();
          assertThat(row.getString(1)).isEqualTo("people 1, staff 2");
        }
      }
    }
  }

  @Test
  void nothingOfOursStays() throws Exception {
    try (Connection connection = database.getConnection()) {
      Snapshot.take(connection).remove();
      try (Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "SELECT (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal)"
                      + " + (SELECT count(*) FROM pg_namespace WHERE nspname = 'stagedoor_kit')")) {
        row.next();
        assertThat(row.getInt(1)).isZero();
      }
    }
  }

  /** Prints how long three ways take; the medians of what each took are for people. */
  @Test
  @Tag("deep")
  void threeWaysAreMeasured() throws Exception {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      Snapshot snapshot = Snapshot.take(connection);
      long[] putBack = new long[200];
      long[] truncate = new long[200];
      for (int i = 0; i < putBack.length; i++) {
        execute(WRITES);
        putBack[i] = nanos(snapshot::putBack);
        truncate[i] =
            nanos(
                () ->
                    statement.execute(
                        "TRUNCATE orders, lines, parts RESTART IDENTITY; INSERT INTO orders (n)"
                            + " VALUES (1); INSERT INTO lines VALUES (1, 5);"
                            + " INSERT INTO parts VALUES (3)"));
      }
      long[] template = new long[10];
      for (int i = 0; i < template.length; i++) {
        template[i] = nanos(TestServers::freshDatabase);
      }
      System.out.printf(
          "put back %d us, truncate and insert %d us, new database %d us (medians)%n",
          median(putBack), median(truncate), median(template));
      assertThat(seen(connection)).isNotEmpty();
    }
  }

  private interface Way {
    void go() throws SQLException;
  }

  private static long nanos(Way way) throws SQLException {
    long began = System.nanoTime();
    way.go();
    return System.nanoTime() - began;
  }

  private static long median(long[] nanos) {
    Arrays.sort(nanos);
    return nanos[nanos.length / 2] / 1_000;
  }
}
