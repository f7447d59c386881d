package dev.stagedoor.boxoffice.report;

import static dev.stagedoor.boxoffice.report.SoldTickets.execute;
import static dev.stagedoor.boxoffice.report.SoldTickets.free;
import static dev.stagedoor.boxoffice.report.SoldTickets.paid;
import static dev.stagedoor.boxoffice.report.SoldTickets.refunded;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What counts on which day. */
class SalesTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 29);
  private final DataSource database;

  SalesTest() throws SQLException {
    database = SoldTickets.database();
  }

  @Test
  void aSaleIsOnTheDayOnWhichItWasPaidOrPlacedWhereItCostNothing() throws Exception {
    execute(database, free(1, 7, "2026-11-29 00:00Z"));
    execute(database, free(2, 7, "2026-11-28 23:59:59.999999Z"));
    execute(database, paid(3, 7, "2026-11-29 23:59:59.999999Z"));
    execute(database, paid(4, 7, "2026-11-30 00:00Z"));
    execute(database, paid(5, 8, "2026-11-29 12:00Z"));

    assertThat(on(DAY))
        .containsExactly(
            new Sales(7, 2, 0, 2500, 0, "EUR", true), new Sales(8, 1, 0, 2500, 0, "EUR", false));
    assertThat(on(DAY.plusDays(1))).containsExactly(new Sales(7, 1, 0, 2500, 0, "EUR", true));
    assertThat(on(DAY.plusDays(2))).isEmpty();
  }

  @Test
  void whatIsGivenBackCountsOnItsOwnDayAndLeavesTheSaleOnIts() throws Exception {
    execute(database, paid(1, 7, "2026-11-29 12:00Z"));
    execute(database, paid(2, 7, "2026-11-29 12:00Z"));
    execute(database, refunded(1, 2500, "2026-11-30 12:00Z"));
    execute(database, refunded(2, 1000, "2026-11-30 12:00Z"));
    execute(database, free(3, 8, "2026-11-29 12:00Z"));
    execute(
        database,
        "UPDATE boxoffice.orders SET state = 'cancelled' WHERE id = 3; UPDATE boxoffice.tickets"
            + " SET released_at = '2026-11-30 12:00Z' WHERE order_id = 3");

    assertThat(on(DAY))
        .containsExactly(
            new Sales(7, 2, 0, 5000, 0, "EUR", true), new Sales(8, 1, 0, 0, 0, "EUR", false));
    assertThat(on(DAY.plusDays(1)))
        .containsExactly(
            new Sales(7, 0, 1, 0, 3500, "EUR", true), new Sales(8, 0, 1, 0, 0, "EUR", false));
  }

  @Test
  void whatWasNeverPaidIsNoSaleThoughItsMoneyCameAndWent() throws Exception {
    execute(database, paid(1, 7, "2026-11-29 12:00Z"));
    execute(database, refunded(1, 2500, "2026-11-29 13:00Z"));
    execute(database, "UPDATE boxoffice.orders SET state = 'cancelled'"); // during the capture

    assertThat(on(DAY)).containsExactly(new Sales(7, 0, 0, 2500, 2500, "EUR", true));
  }

  private List<Sales> on(LocalDate day) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return Sales.on(connection, new SalesDay(day, ZoneId.of("UTC")));
    }
  }
}
