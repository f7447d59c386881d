package dev.stagedoor.relay;

import dev.stagedoor.loop.Duty;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/**
 * Says in PostgreSQL that the entries of a stream are still in somebody's hands. Every process with
 * a stream steps it each heartbeat, one that only works, too: a stream that was not seen for the
 * reclaim time is given up, and what was published on it is published again elsewhere.
 *
 * <p>A stream in this process that others gave up gets a new name, and is told first to whoever
 * runs its entries; nothing of it is lost, since its rows are due for everybody. A shared one is
 * registered anew under a higher epoch, so that all its marks are asked about. While a stream does
 * not answer it is not registered. Thread-safe.
 */
public final class StreamPresence implements Duty, AutoCloseable {
  private final Transactions transactions;
  private final JobStream stream;
  private final Runnable givenUp;
  private boolean registered;

  /**
   * @param givenUp called, on the thread that steps, before a stream in this process takes a new
   *     name: what it has handed out belongs to others now
   */
  public StreamPresence(Transactions transactions, JobStream stream, Runnable givenUp) {
    this.transactions = transactions;
    this.stream = stream;
    this.givenUp = givenUp;
  }

  /** The stream that is registered here. */
  public JobStream stream() {
    return stream;
  }

  /**
   * Renews the registration, or takes it.
   *
   * @return 0, always: there is nothing to hurry for
   */
  @Override
  public synchronized int runOnce() throws SQLException {
    if (transactions.<Integer, SQLException>open(tx -> write(tx, RelaySql.SEEN)) == 0) {
      if (registered && stream.inProcess()) {
        givenUp.run();
        stream.rename();
      }
      registered = false;
      transactions.<Boolean, SQLException>open(this::register);
    }
    registered = true;
    return 0;
  }

  /** The stream learns its epoch before others can read it, so that nobody suspects it. */
  private boolean register(Connection connection) throws SQLException {
    limit(connection);
    try (PreparedStatement register = connection.prepareStatement(RelaySql.REGISTER)) {
      register.setString(1, stream.name());
      OptionalLong epoch = Epoch.first(register);
      epoch.ifPresent(stream::beginEpoch);
      return epoch.isPresent();
    }
  }

  /**
   * Takes the registration unless this process has it; what others did to it since is not asked.
   */
  synchronized void ensure() throws SQLException {
    if (!registered) {
      runOnce();
    }
  }

  private int write(Connection connection, String sql) throws SQLException {
    limit(connection);
    try (PreparedStatement write = connection.prepareStatement(sql)) {
      write.setString(1, stream.name());
      return write.executeUpdate();
    }
  }

  private static void limit(Connection connection) throws SQLException {
    try (Statement limit = connection.createStatement()) {
      limit.execute(RelaySql.LIMIT);
    }
  }

  /**
   * Gives a stream of this process up, so that what is left on it need not wait for the reclaim
   * time. A shared stream stays: others use it.
   */
  @Override
  public synchronized void close() throws SQLException {
    if (registered && stream.inProcess()) {
      transactions.<Integer, SQLException>open(tx -> write(tx, RelaySql.LEAVE));
    }
    registered = false;
  }
}
