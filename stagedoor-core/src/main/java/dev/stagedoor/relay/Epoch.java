package dev.stagedoor.relay;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The number that marks are written under, raised when the stream may have lost entries: every mark
 * under an older one is then due, ask first. Suspicion may be wrong at no cost but the asking.
 *
 * <p>Raised in PostgreSQL by compare and set, and the stream is told before that commits: whoever
 * suspects the same at the same time waits for the commit, finds the epoch raised, and leaves it. A
 * relay that dies between the two leaves two numbers that differ, which is suspicious in itself.
 */
final class Epoch {
  private final Transactions transactions;
  private final JobStream stream;
  private final JobListener events;

  Epoch(Transactions transactions, JobStream stream, JobListener events) {
    this.transactions = transactions;
    this.stream = stream;
    this.events = events;
  }

  /**
   * Asks the stream about marks that were read before.
   *
   * @return whether the marks must be read again
   */
  boolean inspect(Marks marks) throws SQLException {
    Long epoch = marks.gate().epoch();
    if (epoch == null) {
      return false;
    }
    Optional<String> reason = stream.suspectLoss(epoch, marks.newest());
    if (reason.isPresent()) {
      raise(marks.gate().stream(), epoch, reason.get());
    }
    return reason.isPresent();
  }

  private void raise(String name, long from, String reason) throws SQLException {
    OptionalLong raised =
        transactions.<OptionalLong, SQLException>open(tx -> raise(tx, name, from));
    if (raised.isPresent()) {
      events.on(new JobEvent.LossSuspected(name, raised.getAsLong(), reason));
    }
  }

  /** Empty where somebody else did. */
  private OptionalLong raise(Connection connection, String name, long from) throws SQLException {
    try (Statement limit = connection.createStatement()) {
      limit.execute(RelaySql.LIMIT);
    }
    try (PreparedStatement raise = connection.prepareStatement(RelaySql.RAISE)) {
      raise.setString(1, name);
      raise.setLong(2, from);
      OptionalLong raised = first(raise);
      raised.ifPresent(stream::beginEpoch);
      return raised;
    }
  }

  /** The only number that a statement returns; empty for 0 rows. */
  static OptionalLong first(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
    }
  }
}
