package dev.stagedoor.outbox;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Redriven;
import dev.stagedoor.job.RunNow;
import dev.stagedoor.job.Transition;
import dev.stagedoor.job.UniqueKeyTaken;
import dev.stagedoor.tx.BoundStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What people do to jobs: cancel, redrive, run now, in a transaction of theirs. Thread-safe. */
final class Interventions {
  /** Who wrote it, in events and history. */
  static final String CALLER = "caller";

  private final OutboxKit kit;

  Interventions(OutboxKit kit) {
    this.kit = kit;
  }

  Cancelled cancel(Connection tx, JobId id) throws SQLException {
    try (PreparedStatement statement = BoundStatement.prepare(tx, OutboxSql.CANCEL, id, id, id)) {
      statement.execute();
      boolean recorded = statement.getUpdateCount() == 1;
      try (ResultSet row = BoundStatement.nextRows(statement)) {
        if (row.next()) {
          moved(id, row, Transition.CANCEL);
          return row.getBoolean("never_due") ? Cancelled.WILL_NOT_RUN : Cancelled.MAY_BE_RUNNING;
        }
      }
      if (recorded) {
        BoundStatement.update(tx, OutboxSql.UNDO_CANCEL, id);
        return Cancelled.NOT_FOUND;
      }
      return isTrue(statement, "ended") ? Cancelled.ALREADY_ENDED : Cancelled.NOT_FOUND;
    }
  }

  Redriven redrive(Connection tx, JobId id) throws SQLException {
    return switch (makeDue(tx, OutboxSql.REDRIVE, id, Transition.REDRIVE, this::refuseTaken)) {
      case MADE -> Redriven.DUE;
      case AS_IT_WAS -> Redriven.NOT_STUCK;
      case NOT_THERE -> Redriven.NOT_FOUND;
    };
  }

  RunNow runNow(Connection tx, JobId id) throws SQLException {
    return switch (makeDue(tx, OutboxSql.RUN_NOW, id, Transition.RUN_NOW, (job, row) -> {})) {
      case MADE -> RunNow.DUE;
      case AS_IT_WAS -> RunNow.NOT_WAITING;
      case NOT_THERE -> RunNow.NOT_FOUND;
    };
  }

  private enum Due {
    MADE,
    AS_IT_WAS,
    NOT_THERE
  }

  /** Looks at why nothing was changed. */
  private interface Refusal {
    void look(JobId id, ResultSet row) throws SQLException;
  }

  private Due makeDue(Connection tx, String sql, JobId id, Transition transition, Refusal refusal)
      throws SQLException {
    try (PreparedStatement statement = BoundStatement.prepare(tx, sql, id, id)) {
      statement.execute();
      try (ResultSet row = statement.getResultSet()) {
        if (row.next()) {
          moved(id, row, transition);
          kit.nudge().written();
          return Due.MADE;
        }
      }
      try (ResultSet row = BoundStatement.nextRows(statement)) {
        row.next();
        refusal.look(id, row);
        return row.getBoolean("there") ? Due.AS_IT_WAS : Due.NOT_THERE;
      }
    }
  }

  private void refuseTaken(JobId id, ResultSet row) throws SQLException {
    String holder = row.getString("holder");
    if (holder != null) {
      throw new UniqueKeyTaken(id, row.getString("unique_key"), JobId.of(holder));
    }
  }

  private void moved(JobId id, ResultSet row, Transition transition) throws SQLException {
    kit.events()
        .on(
            new JobEvent.Moved(
                id,
                row.getString("type"),
                transition,
                row.getInt("attempt"),
                row.getInt("run"),
                CALLER,
                null));
  }

  private static boolean isTrue(PreparedStatement statement, String column) throws SQLException {
    try (ResultSet row = BoundStatement.nextRows(statement)) {
      row.next();
      return row.getBoolean(column);
    }
  }
}
