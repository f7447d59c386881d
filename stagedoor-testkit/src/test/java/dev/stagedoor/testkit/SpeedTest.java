package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.interleave.Verdict;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Prints how many interleavings a second are played of a handler of four statements, their faults
 * and deliveries again included: by one exploration after the other, and by two at a time, as tests
 * in parallel do: one waits for its server while the other goes on.
 */
@Tag("zoo")
class SpeedTest {
  private static final int ROUNDS = 12;

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void ofAHandlerOfFourStatements(int atATime) {
    List<Long> rates = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      rates.add(rate(atATime));
    }
    List<Long> sorted = new ArrayList<>(rates);
    Collections.sort(sorted);
    System.out.printf(
        "four statements, %d at a time, interleavings/s: median %d of %s%n",
        atATime, sorted.get(ROUNDS / 2), rates);
  }

  private static long rate(int atATime) {
    long began = System.nanoTime();
    List<CompletableFuture<Integer>> all =
        Stream.generate(() -> CompletableFuture.supplyAsync(SpeedTest::explored))
            .limit(atATime)
            .toList();
    int interleavings = all.stream().mapToInt(CompletableFuture::join).sum();
    return interleavings * 1_000L / TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
  }

  private static int explored() {
    Exploration said = sale().explore();

    assertThat(said.verdict()).as(said.report()).isEqualTo(Verdict.ONCE);
    assertThat(said.interleavings()).as(said.report()).isGreaterThan(400);
    return said.interleavings();
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
