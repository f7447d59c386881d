package dev.stagedoor.tx;

import java.sql.SQLException;

/** Beginning or ending a transaction failed. */
@SuppressWarnings("serial")
public class TransactionFailed extends RuntimeException {
  private final boolean atCommit;

  public TransactionFailed(SQLException cause, boolean atCommit) {
    super(cause.getMessage(), cause);
    this.atCommit = atCommit;
  }

  /** True if the commit was sent: whether it happened is then known to the database only. */
  public boolean atCommit() {
    return atCommit;
  }
}
