package dev.stagedoor.relay;

import dev.stagedoor.job.Windows;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Judges marks: those under an older epoch and, once in a while, those written long ago are asked
 * about; those of a stream that nobody holds any more are not. What is not alive is published
 * again, flagged. One group of at most a batch is one transaction, so a repairer that dies leaves
 * the rest due.
 *
 * <p>What is published again on its own stream takes no account of {@code ahead} or of limits: it
 * replaces an entry that was counted, and a stream full of entries which nobody will read could
 * otherwise never be repaired.
 */
final class Repair {
  private final Transactions transactions;
  private final Publisher publisher;
  private final Limits limits;
  private final RelaySettings settings;
  private final Duration longAgo;

  Repair(
      Transactions transactions,
      Publisher publisher,
      Limits limits,
      RelaySettings settings,
      Windows windows) {
    this.transactions = transactions;
    this.publisher = publisher;
    this.limits = limits;
    this.settings = settings;
    this.longAgo = windows.reclaim().multipliedBy(2);
  }

  /** What one transaction did. */
  private record Judged(List<LockedRow> again, int renewed) {
    int done() {
      return again.size() + renewed;
    }
  }

  /** Rows in doubt, and those of abandoned streams. */
  int runOnce(Marks marks) throws Exception {
    int done = 0;
    for (Marks.Group group : notPaused(marks.doubtful())) {
      done += ask(group, Duration.ZERO, "the stream may have lost it");
    }
    for (Marks.Group group : notPaused(marks.abandoned())) {
      done += takeOver(group);
    }
    return done;
  }

  /** What a paused queue has lost is published again when it is resumed. */
  private List<Marks.Group> notPaused(List<Marks.Group> groups) {
    return groups.stream().filter(group -> !limits.isPaused(group.queue())).toList();
  }

  /** Rows marked long ago, without any suspicion. */
  int sweep(Marks marks) throws Exception {
    int done = 0;
    for (Marks.Group group : notPaused(marks.current())) {
      int now;
      do {
        now = ask(group, longAgo, "the sweep did not find its entry");
        done += now;
      } while (now > 0); // a batch may be cut by its bytes; what was asked is old no more
    }
    return done;
  }

  private int ask(Marks.Group group, Duration olderThan, String cause) throws Exception {
    Judged judged = transactions.<Judged, Exception>open(tx -> ask(tx, group, olderThan));
    publisher.tellMoved(judged.again(), cause);
    return judged.done();
  }

  private Judged ask(Connection connection, Marks.Group group, Duration olderThan)
      throws SQLException, InterruptedException {
    Gate gate = Gate.read(connection, group.stream());
    List<LockedRow> locked = gate.epoch() == null ? List.of() : lock(connection, group, olderThan);
    if (locked.isEmpty()) {
      return new Judged(List.of(), 0);
    }
    Set<EntryId> alive = publisher.alive(group.queue(), locked);
    List<LockedRow> kept = locked.stream().filter(row -> alive.contains(row.marked())).toList();
    publisher.renew(connection, gate, kept);
    List<LockedRow> lost = new ArrayList<>(locked);
    lost.removeAll(kept);
    publisher.publishAgain(connection, gate, lost, true);
    return new Judged(lost, kept.size());
  }

  private List<LockedRow> lock(Connection connection, Marks.Group group, Duration olderThan)
      throws SQLException {
    try (PreparedStatement lock = connection.prepareStatement(RelaySql.LOCK_MARKED)) {
      lock.setString(1, group.stream());
      lock.setLong(2, group.epoch());
      lock.setString(3, group.queue());
      lock.setDouble(4, olderThan.toNanos() / 1e6);
      lock.setInt(5, settings.batch());
      lock.setLong(6, settings.batchBytes());
      try (ResultSet rows = lock.executeQuery()) {
        return LockedRow.all(rows);
      }
    }
  }

  private int takeOver(Marks.Group group) throws Exception {
    int room = publisher.room().of(group.queue());
    if (room == 0) {
      return 0;
    }
    List<LockedRow> taken =
        transactions.<List<LockedRow>, Exception>open(tx -> takeOver(tx, group, room));
    publisher.tellMoved(taken, "nobody holds stream " + group.stream() + " any more");
    return taken.size();
  }

  private List<LockedRow> takeOver(Connection connection, Marks.Group group, int room)
      throws SQLException, InterruptedException {
    Gate gate = Gate.read(connection, publisher.stream().name());
    List<LockedRow> taken =
        gate.epoch() == null ? List.of() : lockAbandoned(connection, group, room);
    publisher.publishAgain(connection, gate, taken, false);
    return taken;
  }

  private List<LockedRow> lockAbandoned(Connection connection, Marks.Group group, int room)
      throws SQLException {
    try (PreparedStatement lock = connection.prepareStatement(RelaySql.LOCK_ABANDONED)) {
      lock.setString(1, group.stream());
      lock.setLong(2, group.epoch());
      lock.setString(3, group.queue());
      lock.setString(4, group.stream());
      lock.setInt(5, room);
      lock.setLong(6, settings.batchBytes());
      try (ResultSet rows = lock.executeQuery()) {
        return LockedRow.all(rows);
      }
    }
  }
}
