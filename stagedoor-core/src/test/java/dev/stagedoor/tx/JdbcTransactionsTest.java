package dev.stagedoor.tx;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.event.JobEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

class JdbcTransactionsTest {
  private static final DataSource DATABASE = TestServers.freshDatabase();
  private final List<JobEvent> trouble = new ArrayList<>();
  private final HikariDataSource pool = new HikariDataSource();
  private JdbcTransactions transactions;

  @BeforeAll
  static void createTable() throws SQLException {
    run(DATABASE, "CREATE TABLE seats (id int PRIMARY KEY)");
  }

  @BeforeEach
  void openPool() throws SQLException {
    run(DATABASE, "TRUNCATE seats CASCADE");
    pool.setDataSource(DATABASE);
    pool.setMaximumPoolSize(1); // a connection that is not given back fails the next one
    pool.setConnectionTimeout(2_000);
    transactions = new JdbcTransactions(pool, trouble::add);
  }

  @AfterEach
  void closePool() {
    assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
    pool.close();
  }

  @Test
  void commitsWhatReturnsAndRollsBackWhatThrows() throws SQLException {
    int id = transactions.open(c -> BoundStatement.update(c, "INSERT INTO seats VALUES (?)", 7));
    assertThat(id).isEqualTo(1);
    assertThatThrownBy(
            () ->
                transactions.open(
                    c -> {
                      BoundStatement.update(c, "INSERT INTO seats VALUES (8)");
                      throw new java.io.IOException("the printer is on fire");
                    }))
        .isInstanceOf(java.io.IOException.class);
    assertThat(seats()).isEqualTo("7");
  }

  @Test
  void restoresAutoCommit() throws SQLException {
    transactions.open(c -> BoundStatement.update(c, "INSERT INTO seats VALUES (1)"));
    try (Connection connection = pool.getConnection()) {
      assertThat(connection.getAutoCommit()).isTrue();
    }
  }

  @Test
  void aTransactionInsideAnOpenOneIsRefused() {
    assertThatThrownBy(() -> transactions.open(c -> transactions.open(inner -> 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has an open transaction already");
    assertThatThrownBy(transactions::current).isInstanceOf(NoTransactionException.class);
  }

  @Test
  void currentIsTheThreadsOwn() throws Exception {
    transactions.<Object, Exception>open(
        c -> {
          assertThat(transactions.current()).isSameAs(c);
          assertThatThrownBy(() -> SideThread.start(transactions::current).result())
              .hasCauseInstanceOf(NoTransactionException.class);
          return 1;
        });
  }

  @Test
  void whatWouldEndTheTransactionIsRefused() throws SQLException {
    transactions.<Object, SQLException>open(
        c -> {
          assertThatThrownBy(c::commit).hasMessageStartingWith("commit is refused");
          assertThatThrownBy(c::rollback).hasMessageStartingWith("rollback is refused");
          assertThatThrownBy(c::close).hasMessageStartingWith("close is refused");
          assertThatThrownBy(() -> c.setAutoCommit(true)).hasMessageContaining("is refused");
          c.setAutoCommit(false);
          c.rollback(c.setSavepoint());
          assertThat(c.unwrap(PGConnection.class).getBackendPID()).isPositive();
          assertThat(Set.of(c)).contains(transactions.current());
          return BoundStatement.update(c, "INSERT INTO seats VALUES (3)");
        });
    assertThat(seats()).isEqualTo("3");
  }

  @Test
  void hintsRunAfterTheCommitAlthoughOneThrows() throws SQLException {
    List<String> seen = new ArrayList<>();
    transactions.<Object, SQLException>open(
        c -> {
          transactions.afterCommit(
              () -> {
                throw new IllegalStateException("a bad hint");
              });
          transactions.afterCommit(() -> seen.add(seats()));
          return BoundStatement.update(c, "INSERT INTO seats VALUES (5)");
        });
    assertThat(seen).containsExactly("5");
    assertThat(trouble)
        .singleElement()
        .isInstanceOfSatisfying(
            JobEvent.Trouble.class, t -> assertThat(t.cause()).hasMessage("a bad hint"));
  }

  @Test
  void hintsOfARolledBackTransactionDoNotRun() {
    List<String> seen = new ArrayList<>();
    assertThatThrownBy(
            () ->
                transactions.<Object, RuntimeException>open(
                    c -> {
                      transactions.afterCommit(() -> seen.add("told"));
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(seen).isEmpty();
    transactions.afterCommit(() -> seen.add("at once"));
    assertThat(seen).containsExactly("at once");
  }

  @Test
  void aCommitThatTheServerRefusesIsKnownNotToHaveHappened() throws SQLException {
    run(
        DATABASE,
        "CREATE TABLE IF NOT EXISTS tickets (seat int REFERENCES seats DEFERRABLE INITIALLY"
            + " DEFERRED)");
    assertThatThrownBy(
            () ->
                transactions.open(c -> BoundStatement.update(c, "INSERT INTO tickets VALUES (9)")))
        .isInstanceOfSatisfying(
            TransactionFailed.class,
            e -> {
              assertThat(e.atCommit()).isFalse();
              assertThat(SqlStates.of(e)).isEqualTo("23503");
            });
  }

  @Test
  void aCommitWhoseConnectionIsLostMayHaveHappened() {
    assertThatThrownBy(
            () ->
                transactions.open(
                    c -> {
                      int pid = c.unwrap(PGConnection.class).getBackendPID();
                      BoundStatement.update(c, "INSERT INTO seats VALUES (1)");
                      run(DATABASE, "SELECT pg_terminate_backend(" + pid + ", 5000)");
                      return 1;
                    }))
        .isInstanceOfSatisfying(TransactionFailed.class, e -> assertThat(e.atCommit()).isTrue());
  }

  @Test
  void aSwallowedErrorDoesNotLookCommitted() {
    assertThatThrownBy(
            () ->
                transactions.open(
                    c -> {
                      BoundStatement.update(c, "INSERT INTO seats VALUES (1)");
                      assertThatThrownBy(() -> BoundStatement.update(c, "SELECT 1 / 0"))
                          .isInstanceOf(SQLException.class);
                      return 1;
                    }))
        .isInstanceOfSatisfying(
            TransactionFailed.class, e -> assertThat(SqlStates.of(e)).isEqualTo("25P02"))
        .hasMessageContaining("its exception was swallowed");
  }

  private static String seats() {
    try {
      return row(DATABASE, "SELECT string_agg(id::text, ',') FROM seats");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
