package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.interleave.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The same choices go the same way, on a server where runs wait for each other's locks. */
class DeterminismTest {
  private static final String ROWS =
      "CREATE TABLE done (id int PRIMARY KEY); CREATE TABLE sales (sold int NOT NULL);"
          + " INSERT INTO sales VALUES (0)";

  private static SecondRun<Void> counter() {
    return SecondRun.of(
            w ->
                () -> {
                  try (Connection connection = w.dataSource().getConnection()) {
                    connection.setAutoCommit(false);
                    count(connection);
                    connection.commit();
                  }
                })
        .given(ROWS)
        .exactlyOnceValue("sold", 2, "SELECT sold FROM sales")
        .atMost(120);
  }

  private static void count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (statement.executeUpdate("INSERT INTO done VALUES (7) ON CONFLICT DO NOTHING") == 1) {
        statement.executeUpdate("UPDATE sales SET sold = sold + 2");
      }
    }
  }

  @Test
  void threeExplorationsGoTheSameWay() {
    Exploration first = counter().explore();

    assertThat(first.verdict()).as(first.report()).isEqualTo(Verdict.ONCE);
    assertThat(first.fingerprint()).isNotEmpty();
    assertThat(counter().explore().fingerprint()).isEqualTo(first.fingerprint());
    assertThat(counter().explore().fingerprint()).isEqualTo(first.fingerprint());
  }

  @Test
  void eachInterleavingGoesTheSameWayTwice() {
    Exploration twice = counter().replayingEach().explore();

    assertThat(twice.verdict()).as(twice.report()).isEqualTo(Verdict.ONCE);
    assertThat(twice.replays()).isEqualTo(twice.interleavings());
    assertThat(twice.fingerprint()).isEqualTo(counter().explore().fingerprint());
  }

  @Test
  void anotherSeedGoesOtherWaysAtRandom() {
    assertThat(counter().seed(1).explore().fingerprint())
        .isNotEqualTo(counter().seed(2).explore().fingerprint());
  }
}
