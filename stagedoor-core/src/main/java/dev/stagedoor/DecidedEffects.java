package dev.stagedoor;

import dev.stagedoor.effect.EffectRows;
import dev.stagedoor.effect.EffectState;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Redriven;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.NoTransactionException;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decisions and redrives in one transaction. */
final class DecidedEffects implements Effects {
  private final Transactions transactions;
  private final Outbox outbox;

  DecidedEffects(Transactions transactions, Outbox outbox) {
    this.transactions = transactions;
    this.outbox = outbox;
  }

  @Override
  public Optional<EffectState> find(String kind, String subject) throws SQLException {
    return transactions.<Optional<EffectState>, SQLException>open(
        c -> EffectRows.find(c, kind, subject));
  }

  @Override
  public List<EffectState> open(int atMost) throws SQLException {
    return transactions.<List<EffectState>, SQLException>open(c -> EffectRows.open(c, atMost));
  }

  @Override
  public Resolved wasDone(
      Connection tx, String kind, String subject, String by, @Nullable String reference)
      throws SQLException {
    requireUsable(tx, by);
    return redriven(tx, kind, subject, EffectRows.done(tx, kind, subject, by.strip(), reference));
  }

  @Override
  public Resolved sendAgain(Connection tx, String kind, String subject, String by)
      throws SQLException {
    requireUsable(tx, by);
    return redriven(tx, kind, subject, EffectRows.sendAgain(tx, kind, subject, by.strip()));
  }

  private static void requireUsable(Connection tx, String by) throws SQLException {
    if (tx.getAutoCommit()) {
      throw new NoTransactionException(
          "this connection is in auto-commit mode, the decision would not commit with the redrive of"
              + " its job: setAutoCommit(false) first");
    }
    if (by.isBlank() || by.length() > 255 || by.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "decided by \"" + by + "\": name who decides, in 1 to 255 printable characters");
    }
  }

  private Resolved redriven(Connection tx, String kind, String subject, Optional<JobId> job)
      throws SQLException {
    if (job.isPresent()) {
      return outbox.redrive(tx, job.get()) == Redriven.DUE ? Resolved.REDRIVEN : Resolved.DECIDED;
    }
    return EffectRows.find(tx, kind, subject).isPresent() ? Resolved.NOT_OPEN : Resolved.NOT_FOUND;
  }
}
