package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.interleave.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Prints how many interleavings a second are played of a handler of four statements, their faults
 * and deliveries again included, in explorations one after the other.
 */
@Tag("zoo")
class SpeedTest {
  private static final int EXPLORATIONS = 12;

  @Test
  void ofAHandlerOfFourStatements() {
    List<Long> rates = new ArrayList<>();
    for (int i = 0; i < EXPLORATIONS; i++) {
      Exploration said = sale().explore();

      assertThat(said.verdict()).as(said.report()).isEqualTo(Verdict.ONCE);
      assertThat(said.interleavings()).as(said.report()).isGreaterThan(400);
      rates.add(said.interleavings() * 1_000L / said.elapsed().toMillis());
    }
    List<Long> sorted = new ArrayList<>(rates);
    Collections.sort(sorted);
    System.out.printf(
        "four statements, interleavings/s: median %d of %s%n", sorted.get(EXPLORATIONS / 2), rates);
  }

  private static SecondRun<Void> sale() {
    return SecondRun.of(
            w ->
                () -> {
                  try (Connection connection = w.dataSource().getConnection()) {
                    connection.setAutoCommit(false);
                    sell(connection);
                    connection.commit();
                  }
                })
        .given(
            "CREATE TABLE sales (sold int NOT NULL); INSERT INTO sales VALUES (0);"
                + " CREATE TABLE done (job int PRIMARY KEY);"
                + " CREATE TABLE audit (id bigint GENERATED ALWAYS AS IDENTITY, what text)")
        .exactlyOnceValue("sold", 2, "SELECT sold FROM sales");
  }

  /** With the commit, four. */
  private static void sell(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (statement.executeUpdate("INSERT INTO done VALUES (7) ON CONFLICT DO NOTHING") == 1) {
        statement.executeUpdate("UPDATE sales SET sold = sold + 2");
        statement.executeUpdate("INSERT INTO audit (what) VALUES ('sold')");
      }
    }
  }
}
