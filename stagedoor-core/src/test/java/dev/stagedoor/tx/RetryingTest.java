package dev.stagedoor.tx;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.Events;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RetryingTest {
  private static final DataSource DATABASE = TestServers.freshDatabase();
  private final Transactions transactions = new JdbcTransactions(DATABASE, Events.none());

  @BeforeAll
  static void createTable() throws SQLException {
    run(DATABASE, "CREATE TABLE counter (total int)", "INSERT INTO counter VALUES (0)");
  }

  @Test
  void C60_aSerializationFailureIsTriedAgainAndNotHeardOf() throws SQLException {
    AtomicInteger tries = new AtomicInteger();
    Retrying.open(
        transactions,
        c -> {
          BoundStatement.update(c, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
          BoundStatement.update(c, "SELECT total FROM counter");
          if (tries.incrementAndGet() < Retrying.ATTEMPTS) {
            run(DATABASE, "UPDATE counter SET total = total + 1");
          }
          return BoundStatement.update(c, "UPDATE counter SET total = total + 100");
        });
    assertThat(tries).hasValue(Retrying.ATTEMPTS);
    assertThat(row(DATABASE, "SELECT total FROM counter")).isEqualTo("104");
  }

  @Test
  void otherTransactionsThanOursCannotHideAnAbortedOne() {
    Transactions silent =
        new Transactions() {
          @Override
          public <T, X extends Exception> T open(Body<T, X> body) throws X {
            return transactions.open(
                c -> {
                  T result = body.in(c);
                  throw new AssertionError("would commit " + result);
                });
          }

          @Override
          public java.sql.Connection current() {
            return transactions.current();
          }

          @Override
          public void afterCommit(Runnable hint) {
            transactions.afterCommit(hint);
          }
        };
    assertThatThrownBy(
            () ->
                Retrying.open(
                    silent,
                    c -> {
                      assertThatThrownBy(() -> BoundStatement.update(c, "SELECT 1 / 0"))
                          .isInstanceOf(SQLException.class);
                      return 1;
                    }))
        .isInstanceOf(TransactionFailed.class)
        .hasMessageContaining("its exception was swallowed");
  }

  @Test
  void givesUpAfterTheLastAttempt() {
    AtomicInteger tries = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Retrying.open(
                    transactions,
                    c -> {
                      tries.incrementAndGet();
                      throw new TransactionFailed(new SQLException("no", "40P01"), false);
                    }))
        .isInstanceOf(TransactionFailed.class);
    assertThat(tries).hasValue(Retrying.ATTEMPTS);
  }

  @Test
  void otherErrorsComeOutAtOnceAsTheyAre() {
    AtomicInteger tries = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Retrying.<Object, RuntimeException>run(
                    transactions,
                    c -> {
                      tries.incrementAndGet();
                      return BoundStatement.update(c, "SELECT 1 / 0");
                    }))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
    assertThat(tries).hasValue(1);
  }
}
