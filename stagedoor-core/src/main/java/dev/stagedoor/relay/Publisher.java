package dev.stagedoor.relay;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.Transition;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamUnavailable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The second half of every relay transaction: put locked rows on the stream, then mark them. */
final class Publisher {
  private final JobStream stream;
  private final JobListener events;
  private final RelaySettings settings;
  private final Room room;
  private final BoundedCalls calls;

  Publisher(JobStream stream, JobListener events, RelaySettings settings) {
    this.stream = stream;
    this.events = events;
    this.settings = settings;
    this.room = new Room(stream, settings);
    this.calls = new BoundedCalls(settings.publishTimeout());
  }

  JobStream stream() {
    return stream;
  }

  Room room() {
    return room;
  }

  /** Publishes rows that were never marked. */
  void publish(Connection connection, Gate gate, List<LockedRow> rows)
      throws SQLException, InterruptedException {
    publish(
        connection, gate, rows, rows.stream().map(r -> r.publication(false, null)).toList(), false);
  }

  /**
   * Publishes rows again, flagged, so that the worker counts the run before it starts it.
   *
   * @param replace whether their entries are of this stream, and to be deleted in the same step
   */
  void publishAgain(Connection connection, Gate gate, List<LockedRow> rows, boolean replace)
      throws SQLException, InterruptedException {
    List<Publication> batch =
        rows.stream().map(r -> r.publication(true, replace ? r.marked() : null)).toList();
    publish(connection, gate, rows, batch, true);
  }

  private void publish(
      Connection connection,
      Gate gate,
      List<LockedRow> rows,
      List<Publication> batch,
      boolean again)
      throws SQLException, InterruptedException {
    if (rows.isEmpty()) {
      return;
    }
    rows.forEach(row -> room.taken(row.queue(), 1));
    List<EntryId> entries = calls.call(() -> stream.publish(batch));
    if (entries.size() != rows.size()) {
      throw new StreamUnavailable(
          entries.size() + " entry ids for " + rows.size() + " publications", null);
    }
    for (int i = 0; i < rows.size(); i++) {
      events.on(published(gate, rows.get(i), entries.get(i), again));
    }
    mark(connection, gate, rows, entries);
  }

  private static JobEvent published(Gate gate, LockedRow row, EntryId entry, boolean again) {
    return new JobEvent.Published(
        gate.stream(), row.id(), row.type(), row.attempt(), entry.value(), again);
  }

  /** With the epoch read before publishing: a loss since then leaves these marks in doubt. */
  private static void mark(
      Connection connection, Gate gate, List<LockedRow> rows, List<EntryId> entries)
      throws SQLException {
    try (PreparedStatement mark = connection.prepareStatement(RelaySql.MARK)) {
      mark.setString(1, gate.stream());
      mark.setLong(2, gate.registered());
      mark.setArray(3, connection.createArrayOf("uuid", ids(rows)));
      mark.setArray(
          4, connection.createArrayOf("text", entries.stream().map(EntryId::value).toArray()));
      all(mark.executeUpdate(), rows.size());
    }
  }

  /** Which of these rows' entries will still reach a worker; all of one queue. */
  Set<EntryId> alive(String queue, List<LockedRow> rows) throws InterruptedException {
    List<EntryId> asked =
        rows.stream().flatMap(row -> java.util.stream.Stream.ofNullable(row.marked())).toList();
    return calls.call(() -> stream.alive(queue, asked));
  }

  /** With the epoch read before asking: a loss since then leaves these marks in doubt. */
  void renew(Connection connection, Gate gate, List<LockedRow> rows) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    try (PreparedStatement renew = connection.prepareStatement(RelaySql.RENEW)) {
      renew.setLong(1, gate.registered());
      renew.setArray(2, connection.createArrayOf("uuid", ids(rows)));
      all(renew.executeUpdate(), rows.size());
    }
  }

  private static UUID[] ids(List<LockedRow> rows) {
    return rows.stream().map(row -> row.id().value()).toArray(UUID[]::new);
  }

  private static void all(int written, int rows) {
    if (written != rows) {
      throw new IllegalStateException(
          written + " marks written of " + rows + " rows that this transaction holds");
    }
  }

  /** After the commit. */
  void tellMoved(Collection<LockedRow> rows, @Nullable String cause) {
    for (LockedRow row : rows) {
      events.on(
          new JobEvent.Moved(
              row.id(),
              row.type(),
              Transition.PUBLISH,
              row.attempt(),
              row.run(),
              settings.name(),
              cause));
    }
  }
}
