package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.fakes.ModelProvider;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What a failure looks like in a terminal. */
class ReportTest {
  @Test
  void aJobThatNeverEndsIsToldOnce() {
    String report =
        SecondRun.of(
                w ->
                    () -> {
                      try (var connection = w.dataSource().getConnection();
                          Statement sql = connection.createStatement()) {
                        insert(sql);
                      }
                    })
            .given("CREATE TABLE done (id int PRIMARY KEY)")
            .exactlyOnceRows("row", "SELECT 1 FROM done")
            .explore()
            .report();

    assertThat(report.substring(report.indexOf("    run A"), report.indexOf("What closes it")))
        .isEqualTo(
            """
                run A                         run B                         run C
                ----------------------------  ----------------------------  ----------------------------
              1 INSERT INTO done VALUES (1)
                  -> 1 row
              2 acknowledge
              3                               INSERT INTO done VALUES (1)
                                                -> failed: 23505
                                              throws PSQLException: ERROR:
                                                duplicate key value
                                                violates unique constraint
                                                "d ...
                ~ delivered again, 61 s later ~
              4                                                             INSERT INTO done VALUES (1)
                                                                              -> failed: 23505
                                                                            throws PSQLException: ERROR:
                                                                              duplicate key value
                                                                              violates unique constraint
                                                                              "d ...
                ~ and 11 more times in the same way ~

                in the end: row 1

            """);
  }

  @Test
  void columnsAreInTheOrderOfNames() {
    String report =
        SecondRun.of(
                w ->
                    () -> {
                      w.boundary("write");
                      w.provider(StringBuilder.class).append('x');
                    })
            .client(StringBuilder.class, StringBuilder::new)
            .exactlyOnce("letter", w -> w.provider(StringBuilder.class).length())
            .replay("v1 B:1 B:ack A:1 A:ack")
            .report();

    assertThat(report.lines().filter(line -> line.contains("run A")).findFirst())
        .hasValueSatisfying(heads -> assertThat(heads).matches(" +run A +run B"));
  }

  @Test
  void aRowThatIsWrittenTwiceIsNotBlamedOnTheCallBeforeIt() {
    Exploration said =
        SecondRun.of(
                w ->
                    () -> {
                      w.client(Charges.class).charge("order-17");
                      try (var connection = w.dataSource().getConnection();
                          Statement sql = connection.createStatement()) {
                        sql.executeUpdate("INSERT INTO payments VALUES (17)");
                      }
                    })
            .given("CREATE TABLE payments (order_id int)")
            .client(Charges.class, ModelCharges::new)
            .exactlyOnce("charge", w -> w.provider(ModelCharges.class).accepted())
            .exactlyOnceRows("payment", "SELECT 1 FROM payments")
            .explore();

    assertThat(said.report())
        .startsWith("TWICE: effect \"payment\"")
        .contains("let the database decide", "twice.md#conditional-write")
        .doesNotContain("idempotency key");
  }

  @Test
  void whatACallAnsweredIsTold() {
    String report =
        SecondRun.of(w -> () -> w.client(Mint.class).coin(7))
            .client(Mint.class, ModelMint::new)
            .exactlyOnce("coin", w -> w.provider(ModelMint.class).accepted())
            .explore()
            .report();

    assertThat(report.lines().map(String::stripTrailing))
        .containsSubsequence("  1 Mint.coin(7)", "      -> coin 7", "  2 acknowledge");
  }

  interface Mint {
    String coin(int number);
  }

  static final class ModelMint extends ModelProvider implements Mint {
    @Override
    public String coin(int number) {
      return accept(null, "a coin", () -> "coin " + number);
    }
  }

  interface Charges {
    void charge(String key);
  }

  static final class ModelCharges extends ModelProvider implements Charges {
    @Override
    public void charge(String key) {
      accept(key, "17 EUR");
    }
  }

  private static void insert(Statement sql) throws SQLException {
    sql.executeUpdate("INSERT INTO done VALUES (1)");
  }
}
