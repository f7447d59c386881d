package dev.stagedoor.testkit.path;

import dev.stagedoor.event.Events;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Windows;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.relay.Relay;
import dev.stagedoor.relay.RelaySettings;
import dev.stagedoor.relay.StreamPresence;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.stream.StreamEntry;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * A job that was enqueued and published once, before the rows were remembered that every
 * interleaving starts with: its id is the same in all of them.
 */
public final class Published {
  private static final UUID STREAM = new UUID(0, 0);

  private final StreamEntry entry;
  private final long epoch;

  private Published(StreamEntry entry, long epoch) {
    this.entry = entry;
    this.epoch = epoch;
  }

  /** Migrates the database, enqueues the job and lets the relay publish it. */
  public static Published in(DataSource database, NewJob<?> job, Windows windows)
      throws SQLException, InterruptedException {
    Transactions transactions = new JdbcTransactions(database, Events.none());
    Migrations.migrate(transactions);
    JobId id = Outbox.on(database).enqueueAlone(job).id();
    try (LocalStream stream = stream(Ticker.SYSTEM)) {
      relay(transactions, stream, windows).runOnce();
      for (Delivery read : stream.read(job.type().queue(), "kit", 100, Duration.ZERO)) {
        if (read.entry() != null && read.entry().jobId().equals(id)) {
          return new Published(read.entry(), epoch(database));
        }
      }
    }
    throw new IllegalStateException("job " + id + " was not published: is it due?");
  }

  /** A job that another process has prepared. */
  static Published find(DataSource database, String jobId) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement ask =
            connection.prepareStatement(
                """
                SELECT queue, type, attempt, round, payload,
                       (SELECT max(epoch) FROM stagedoor.streams) AS epoch
                  FROM stagedoor.outbox WHERE id = ?""")) {
      JobId id = new JobId(UUID.fromString(jobId));
      ask.setObject(1, id.value());
      try (ResultSet row = ask.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException("job " + jobId + " is not there");
        }
        StreamEntry entry =
            new StreamEntry(
                id,
                row.getString("queue"),
                row.getString("type"),
                row.getInt("attempt"),
                row.getInt("round"),
                false,
                row.getString("payload"),
                null,
                null,
                null);
        return new Published(entry, row.getLong("epoch"));
      }
    }
  }

  private static long epoch(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT max(epoch) FROM stagedoor.streams")) {
      row.next();
      return row.getLong(1);
    }
  }

  static Relay relay(Transactions transactions, LocalStream stream, Windows windows) {
    StreamPresence presence = new StreamPresence(transactions, stream, () -> {});
    return new Relay(
        transactions, presence, windows, Events.none(), RelaySettings.STANDARD.named("kit"));
  }

  private static LocalStream stream(Ticker ticker) {
    return LocalStream.inThisProcess(ticker, () -> STREAM);
  }

  /** The stream as it was before the entry was published: same name, same epoch. */
  LocalStream newStream(Ticker ticker) {
    LocalStream stream = stream(ticker);
    stream.beginEpoch(epoch);
    return stream;
  }

  StreamEntry entry() {
    return entry;
  }

  /** Nobody but this kit knows the job. */
  void remove(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection()) {
      boolean autoCommit = connection.getAutoCommit();
      connection.setAutoCommit(true);
      try (PreparedStatement delete =
          connection.prepareStatement("DELETE FROM stagedoor.outbox WHERE id = ?")) {
        delete.setObject(1, entry.jobId().value());
        delete.executeUpdate();
      } finally {
        connection.setAutoCommit(autoCommit);
      }
    }
  }
}
