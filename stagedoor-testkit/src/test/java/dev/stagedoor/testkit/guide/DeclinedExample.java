package dev.stagedoor.testkit.guide;

import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.fakes.ModelProvider;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** docs/testkit.md: a provider that says no. */
class DeclinedExample {
  interface Cards {
    String charge(long order, String key);
  }

  @SuppressWarnings("serial")
  static final class CardDeclined extends RuntimeException {}

  // page: declined begins
  /** A card that is never accepted. */
  static class Declining extends ModelProvider implements Cards {
    @Override
    public String charge(long order, String key) {
      throw new CardDeclined();
    }
  }

  @Test
  void aDeclinedOrderIsMarkedOnceAndNotCharged() {
    SecondRun.of(w -> () -> new Pay(w.dataSource(), w.client(Cards.class)).handle(17))
        .given(
            "CREATE TABLE orders (id bigint PRIMARY KEY, state text); "
                + "INSERT INTO orders VALUES (17, 'open')")
        .client(Cards.class, Declining::new)
        .exactlyOnceRows("decline", "SELECT 1 FROM orders WHERE state = 'declined'")
        .eventually("nothing was charged", w -> w.provider(Declining.class).accepted() == 0)
        .verify();
  }

  // page: declined ends

  record Pay(DataSource database, Cards cards) {
    void handle(long order) throws SQLException {
      String state = "paid";
      try {
        cards.charge(order, "order-" + order);
      } catch (CardDeclined e) {
        state = "declined";
      }
      try (Connection connection = database.getConnection();
          PreparedStatement update =
              connection.prepareStatement(
                  "UPDATE orders SET state = ? WHERE id = ? AND state = 'open'")) {
        update.setString(1, state);
        update.setLong(2, order);
        update.executeUpdate();
      }
    }
  }
}
