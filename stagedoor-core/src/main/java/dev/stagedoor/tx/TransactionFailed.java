package dev.stagedoor.tx;

import java.sql.SQLException;

/**
 * A transaction of ours failed: beginning it, a statement of ours, or ending it. The SQLSTATE is
 * the cause's, see {@link SqlStates}.
 */
@SuppressWarnings("serial")
public class TransactionFailed extends RuntimeException {
  private final boolean atCommit;

  public TransactionFailed(SQLException cause, boolean atCommit) {
    super(cause.getMessage(), cause);
    this.atCommit = atCommit;
  }

  /**
   * True if the commit was sent and no answer came: whether it happened is known to the database
   * only. False means that nothing was committed.
   */
  public boolean atCommit() {
    return atCommit;
  }
}
