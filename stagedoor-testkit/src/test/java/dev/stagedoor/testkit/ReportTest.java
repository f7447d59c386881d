package dev.stagedoor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

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
                ~ delivered again, 61 s later ~
              4                                                             INSERT INTO done VALUES (1)
                                                                              -> failed: 23505
                ~ and 11 more times in the same way ~

                in the end: row 1

            """);
  }

  private static void insert(Statement sql) throws SQLException {
    sql.executeUpdate("INSERT INTO done VALUES (1)");
  }
}
