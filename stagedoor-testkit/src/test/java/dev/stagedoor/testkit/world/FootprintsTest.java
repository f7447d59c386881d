package dev.stagedoor.testkit.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.embedded.TestServers;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Too much may be read out of a statement, never too little. */
class FootprintsTest {
  private static Footprints footprints;

  @BeforeAll
  static void read() throws Exception {
    try (Connection connection = TestServers.freshDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE orders (id int PRIMARY KEY, n int);
          CREATE TABLE lines (order_id int REFERENCES orders, n int);
          CREATE TABLE shops (id int PRIMARY KEY);
          CREATE TABLE racks (id int PRIMARY KEY REFERENCES shops ON DELETE CASCADE);
          CREATE TABLE goods (id int PRIMARY KEY REFERENCES racks ON DELETE CASCADE);
          CREATE TABLE tags (id int REFERENCES goods);
          CREATE TABLE days (id int NOT NULL) PARTITION BY RANGE (id);
          CREATE TABLE monday PARTITION OF days FOR VALUES FROM (0) TO (10);
          CREATE TABLE people (id int);
          CREATE TABLE staff (pay int) INHERITS (people);
          CREATE TABLE audited (id int);
          CREATE TABLE "Odd" (id int);
          CREATE VIEW seen AS SELECT * FROM orders;
          CREATE FUNCTION raise() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
          CREATE TRIGGER audit AFTER INSERT ON audited EXECUTE FUNCTION raise();
          CREATE FUNCTION helped() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$""");
      footprints = Footprints.read(connection);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT n FROM orders WHERE id = 1                              | public.orders |
          SELECT count(*), max(n) FROM public.orders o                   | public.orders |
          SELECT 1 FROM orders FOR UPDATE                                |               | public.orders,public.lines
          SELECT 1 FROM orders FOR SHARE                                 |               | public.orders
          UPDATE orders SET n = n + 1                                    |               | public.orders,public.lines
          INSERT INTO lines VALUES (1, 2)                                | public.orders | public.lines
          INSERT INTO lines (order_id) VALUES (1) ON CONFLICT DO NOTHING | public.orders | public.lines
          WITH x AS (DELETE FROM lines RETURNING n) SELECT n FROM x      | public.orders | public.lines
          INSERT INTO "Odd" SELECT 1                                     |               | public."Odd"
          DELETE FROM shops                                              |               | public.shops,public.racks,public.goods,public.tags
          INSERT INTO days VALUES (1)                                    |               | public.days,public.monday
          SELECT 1 FROM monday                                           | public.monday |
          UPDATE people SET id = 1                                       |               | public.people,public.staff
          SELECT 'orders' -- lines                                       |               |
          SELECT now(), set_config('a.b', 'c', true)                     |               |
          """)
  void tablesAreReadOrWritten(String sql, String reads, String writes) {
    Footprint footprint = footprints.of(sql);

    assertThat(footprint.unknown()).isFalse();
    assertThat(footprint.reads()).isEqualTo(names(reads));
    assertThat(footprint.writes()).isEqualTo(names(writes));
  }

  private static Set<String> names(String list) {
    return list == null ? Set.of() : Set.of(list.split(","));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO audited VALUES (1)",
        "SELECT * FROM seen",
        "SELECT helped()",
        "SELECT pg_advisory_xact_lock(1)",
        "DO $$ BEGIN END $$",
        "CALL something()",
        "NOTIFY x",
        "INSERT INTO fresh VALUES (1)",
        "INSERT INTO fresh SELECT n FROM orders",
        "CREATE TABLE fresh (n int)"
      })
  void whatCannotBeToldMayTouchAnything(String sql) {
    assertThat(footprints.of(sql).unknown()).isTrue();
  }

  @Test
  void stepsMeetWhereOneWritesWhatTheOtherTouches() {
    Footprint reads = footprints.of("SELECT n FROM orders");
    Footprint writes = footprints.of("UPDATE orders SET n = 1");
    Footprint other = footprints.of("INSERT INTO \"Odd\" VALUES (1)");

    assertThat(reads.meets(reads)).isFalse();
    assertThat(reads.meets(writes)).isTrue();
    assertThat(writes.meets(writes)).isTrue();
    assertThat(writes.meets(other)).isFalse();
    assertThat(Footprint.UNKNOWN.meets(reads)).isTrue();
    assertThat(Footprint.UNKNOWN.meets(Footprint.NOTHING)).isFalse();
    assertThat(writes.and(reads).ended().meets(reads)).isTrue();
    assertThat(reads.ended().meets(writes)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UPDATE days SET id = 1                                               | public.days,public.monday
          INSERT INTO lines SELECT n FROM orders                               | public.lines
          SELECT 1 FROM orders FOR NO KEY UPDATE OF orders                     |
          SELECT 1 FROM orders o FOR UPDATE                                    |
          INSERT INTO orders VALUES (1) ON CONFLICT (id) DO UPDATE SET n = 1   | public.orders,public.lines
          MERGE INTO orders o USING lines l ON true WHEN MATCHED THEN DELETE   | public.orders,public.lines
          INSERT INTO audited VALUES (1)                                       | public.audited
          TRUNCATE TABLE ONLY "Odd"                                            | public."Odd"
          """)
  void onlyTargetsAreChanged(String sql, String changed) {
    assertThat(footprints.changes(sql, false)).isEqualTo(names(changed));
  }

  @Test
  void stagedoorsStatementsGoByTheirNames() {
    assertThat(footprints.label("/* stagedoor: enqueue */\n INSERT INTO x"))
        .isEqualTo("stagedoor: enqueue");
    assertThat(footprints.label(" SELECT\n  1 ")).isEqualTo("SELECT 1");
  }
}
