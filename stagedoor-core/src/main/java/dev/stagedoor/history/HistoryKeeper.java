package dev.stagedoor.history;

import dev.stagedoor.loop.Duty;
import dev.stagedoor.tx.BoundStatement;
import dev.stagedoor.tx.SqlStates;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes room for the history of the next days, drops that of old ones, and deletes what is kept by
 * the row. Any number of processes may do so on one database; {@link #runOnce} belongs to one
 * thread.
 *
 * <p>Whatever of it does not come through now is done at the next look: records of a day without a
 * partition go to the default one, and are deleted row by row when they are old.
 */
public final class HistoryKeeper implements Duty {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryKeeper.class);
  private static final int DAYS_AHEAD = 2;

  private final Transactions transactions;
  private final Retention retention;

  public HistoryKeeper(Transactions transactions, Retention retention) {
    this.transactions = transactions;
    this.retention = retention;
  }

  /** What is kept in one way; returns what there is more of, deleted now. */
  private interface Kind {
    int keep() throws SQLException;
  }

  private interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  /**
   * One look. That the database is away is not told here: whoever runs jobs tells it, and is in
   * more of a hurry.
   *
   * @return rows deleted of a kind of which there are more; 0 when all is done
   * @throws SQLException if this database user may not do it, or for whatever else is no race
   */
  @Override
  public int runOnce() throws SQLException {
    try {
      return keep();
    } catch (SQLException | RuntimeException e) {
      if (SqlStates.connectionLost(e)) {
        return 0;
      }
      throw e;
    }
  }

  /** Each kind by itself: one that always fails holds up no other. */
  private int keep() throws SQLException {
    int more = 0;
    SQLException failure = null;
    for (Kind kind : kinds()) {
      try {
        more += kind.keep();
      } catch (SQLException e) {
        if (SqlStates.connectionLost(e)) {
          throw e;
        }
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return more;
  }

  private List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    kinds.add(this::makeRoom);
    kinds.add(this::drop);
    kinds.add(() -> forget(HistorySql.FORGET_LEFT_OVER, retention.keep()));
    kinds.add(() -> forget(HistorySql.FORGET_RUNS, retention.keep()));
    kinds.add(() -> forget(HistorySql.FORGET_MINUTES, retention.keep()));
    retention
        .keepEffects()
        .ifPresent(keep -> kinds.add(() -> forget(HistorySql.FORGET_EFFECTS, keep)));
    return kinds;
  }

  private int makeRoom() throws SQLException {
    for (int day = 0; day <= DAYS_AHEAD; day++) {
      answers(HistorySql.ADD, day);
    }
    return 0;
  }

  private int drop() throws SQLException {
    for (String day : inTransaction(HistoryKeeper::days)) {
      if (answers(HistorySql.DROP, day, retention.keep())) {
        LOG.info("history of ids before {} (UTC) dropped", day);
      }
    }
    return 0;
  }

  /** False, too, where it has to be tried again. */
  private boolean answers(String sql, Object... args) throws SQLException {
    try {
      return inTransaction(
          c -> {
            try (PreparedStatement s = BoundStatement.prepare(c, sql, args);
                ResultSet r = s.executeQuery()) {
              return r.next() && r.getBoolean(1);
            }
          });
    } catch (SQLException e) {
      if (SqlStates.tryAgain(e) || "23514".equals(SqlStates.of(e))) {
        return false; // a lock that was not to be had, or a row of the new day that came in between
      }
      throw e;
    }
  }

  private static List<String> days(Connection connection) throws SQLException {
    List<String> days = new ArrayList<>();
    try (Statement s = connection.createStatement();
        ResultSet r = s.executeQuery(HistorySql.DAYS)) {
      while (r.next()) {
        days.add(r.getString(1));
      }
    }
    return days;
  }

  private int forget(String sql, Duration keep) throws SQLException {
    int deleted = inTransaction(c -> BoundStatement.update(c, sql, keep));
    return deleted == HistorySql.AT_ONCE ? deleted : 0;
  }

  private <T> T inTransaction(Question<T> question) throws SQLException {
    return transactions.<T, SQLException>open(
        c -> {
          try (Statement open = c.createStatement()) {
            open.execute(HistorySql.OPEN);
          }
          return question.ask(c);
        });
  }
}
