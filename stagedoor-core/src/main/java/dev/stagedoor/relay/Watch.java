package dev.stagedoor.relay;

import dev.stagedoor.job.Windows;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Looks after what is published: is our stream under suspicion, are there marks to judge, has a
 * stream gone unseen for the reclaim time. Gives up on others only after it has itself been in
 * touch with PostgreSQL for two heartbeats, since after an outage everybody's renewal is late.
 */
final class Watch {
  private final Transactions transactions;
  private final StreamPresence presence;
  private final Windows windows;
  private final Ticker ticker;
  private final Epoch epoch;
  private final Repair repair;
  private @Nullable Long inTouchSince;
  private long sweptAt;

  Watch(
      Transactions transactions,
      StreamPresence presence,
      Windows windows,
      Ticker ticker,
      Repair repair,
      Epoch epoch) {
    this.transactions = transactions;
    this.presence = presence;
    this.windows = windows;
    this.ticker = ticker;
    this.repair = repair;
    this.epoch = epoch;
    this.sweptAt = ticker.nanos();
  }

  /** Returns how many rows it has judged. */
  int runOnce() throws Exception {
    Marks marks = read();
    if (marks.gate().epoch() == null) { // others gave up on us
      presence.runOnce();
      marks = read();
    }
    if (epoch.inspect(marks)) {
      marks = read();
    }
    return repair.runOnce(marks) + sweep(marks);
  }

  private int sweep(Marks marks) throws Exception {
    long now = ticker.nanos();
    if (now - sweptAt < windows.sweep().toNanos()) {
      return 0;
    }
    int done = repair.sweep(marks);
    sweptAt = now;
    return done;
  }

  private Marks read() throws SQLException {
    long now = ticker.nanos();
    Long since = inTouchSince == null ? Long.valueOf(now) : inTouchSince;
    inTouchSince = null;
    boolean judge = now - since >= windows.heartbeat().multipliedBy(2).toNanos();
    Marks marks = transactions.<Marks, SQLException>open(tx -> read(tx, judge));
    inTouchSince = since;
    return marks;
  }

  private Marks read(Connection connection, boolean judge) throws SQLException {
    Gate gate = Gate.read(connection, presence.stream().name());
    if (judge) {
      giveUp(connection, gate);
    }
    return Marks.read(connection, gate);
  }

  private void giveUp(Connection connection, Gate gate) throws SQLException {
    try (PreparedStatement giveUp = connection.prepareStatement(RelaySql.GIVE_UP)) {
      giveUp.setString(1, gate.stream());
      giveUp.setDouble(2, windows.reclaim().toNanos() / 1e6);
      giveUp.executeUpdate();
    }
  }
}
