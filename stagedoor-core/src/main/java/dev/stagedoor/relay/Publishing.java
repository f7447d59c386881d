package dev.stagedoor.relay;

import dev.stagedoor.loop.Pace;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Publishes what is due and not marked: one transaction for all queues. */
final class Publishing {
  private static final Duration LOOK_WHILE_FULL = Duration.ofMillis(50);
  private static final int PRIORITIES = 10;

  private final Transactions transactions;
  private final Publisher publisher;
  private final KnownQueues queues;
  private final Limits limits;
  private final Pace pace;
  private final RelaySettings settings;
  private final Floors floors = new Floors();

  Publishing(
      Transactions transactions,
      Publisher publisher,
      KnownQueues queues,
      Limits limits,
      Pace pace,
      RelaySettings settings) {
    this.transactions = transactions;
    this.publisher = publisher;
    this.queues = queues;
    this.limits = limits;
    this.pace = pace;
    this.settings = settings;
  }

  /**
   * What one transaction did.
   *
   * @param rooms of the queues that it looked into
   * @param complete whether nothing due was left behind but for want of room
   */
  private record Batch(
      Gate gate, List<LockedRow> published, Map<String, Integer> rooms, boolean complete) {}

  /**
   * Finds the queues that there are, and what operators allow them.
   *
   * @return 0, always
   */
  int find() throws SQLException {
    transactions.<List<String>, SQLException>open(this::findQueues).forEach(this::forget);
    return 0;
  }

  /**
   * Publishes one batch.
   *
   * @param whole looks below the floors, too
   * @return rows published
   */
  int runOnce(boolean whole) throws Exception {
    if (!whole && queues.none()) {
      find();
    }
    queues.untilNextDue().ifPresent(pace::within);
    Map<String, Integer> rooms = rooms();
    if (rooms.isEmpty()) {
      return 0;
    }
    Batch batch = transactions.<Batch, Exception>open(tx -> publish(tx, rooms, whole));
    publisher.tellMoved(batch.published(), null);
    moveFloors(batch, whole);
    return batch.published().size();
  }

  private List<String> findQueues(Connection connection) throws SQLException {
    Gate.read(connection, publisher.stream().name());
    limits.find(connection);
    return queues.find(connection);
  }

  private void forget(String queue) {
    floors.forget(queue);
    publisher.room().forget(queue);
  }

  /** Asked before a transaction is open, since the stream may be slow to answer. */
  private Map<String, Integer> rooms() {
    Map<String, Integer> rooms = new LinkedHashMap<>();
    for (String queue : queues.inTurn()) {
      int room = limits.isPaused(queue) ? 0 : publisher.room().of(queue);
      if (room < settings.batch()) {
        pace.within(LOOK_WHILE_FULL);
      }
      if (room > 0) {
        rooms.put(queue, room);
      }
    }
    return rooms;
  }

  private Batch publish(Connection connection, Map<String, Integer> rooms, boolean whole)
      throws SQLException, InterruptedException {
    if (limits.touch(rooms.keySet())) {
      return publishLimited(connection, rooms, whole);
    }
    String stream = publisher.stream().name();
    try (PreparedStatement lock =
        connection.prepareStatement(RelaySql.GATE + ";\n" + RelaySql.LOCK_DUE)) {
      lock.setString(1, stream);
      bindProbes(connection, lock, 2, rooms, whole);
      lock.execute();
      Gate gate = Gate.first(lock, stream);
      lock.getMoreResults();
      try (ResultSet rows = lock.getResultSet()) {
        return publish(connection, gate, LockedRow.all(rows), rooms);
      }
    }
  }

  /** The same, in two more round trips: what is allowed is known only in the transaction. */
  private Batch publishLimited(Connection connection, Map<String, Integer> rooms, boolean whole)
      throws SQLException, InterruptedException {
    Gate gate = Gate.read(connection, publisher.stream().name());
    Map<String, Integer> allowed = limits.allowed(connection, rooms);
    if (!allowed.equals(rooms)) {
      pace.within(LOOK_WHILE_FULL);
    }
    if (allowed.isEmpty()) {
      return new Batch(gate, List.of(), Map.of(), false);
    }
    try (PreparedStatement lock = connection.prepareStatement(RelaySql.LOCK_DUE)) {
      bindProbes(connection, lock, 1, allowed, whole);
      try (ResultSet rows = lock.executeQuery()) {
        Batch batch = publish(connection, gate, LockedRow.all(rows), allowed);
        limits.published(connection, batch.published());
        return batch;
      }
    }
  }

  private Batch publish(
      Connection connection, Gate gate, List<LockedRow> locked, Map<String, Integer> rooms)
      throws SQLException, InterruptedException {
    if (gate.epoch() == null) {
      return new Batch(gate, List.of(), rooms, false);
    }
    List<LockedRow> fitting = fitting(locked, rooms);
    publisher.publish(connection, gate, fitting);
    return new Batch(gate, fitting, rooms, complete(locked));
  }

  private boolean complete(List<LockedRow> locked) {
    int characters = locked.stream().mapToInt(row -> row.payload().length()).sum();
    int bytesAtMost = 3 * characters; // in UTF-8
    return locked.size() < settings.batch() && bytesAtMost < settings.batchBytes();
  }

  /** Each probe has the queue's room for itself, so that several together may lock more. */
  private static List<LockedRow> fitting(List<LockedRow> locked, Map<String, Integer> rooms) {
    Map<String, Integer> left = new HashMap<>(rooms);
    return locked.stream().filter(row -> left.merge(row.queue(), -1, Integer::sum) >= 0).toList();
  }

  private void bindProbes(
      Connection connection,
      PreparedStatement lock,
      int first,
      Map<String, Integer> rooms,
      boolean whole)
      throws SQLException {
    List<String> names = new ArrayList<>();
    List<Integer> priorities = new ArrayList<>();
    List<String> from = new ArrayList<>();
    List<Integer> most = new ArrayList<>();
    rooms.forEach(
        (queue, room) -> {
          for (int priority = 0; priority < PRIORITIES; priority++) {
            names.add(queue);
            priorities.add(priority);
            from.add(whole ? Floors.NONE : floors.of(queue, priority));
            most.add(room);
          }
        });
    lock.setArray(first, connection.createArrayOf("text", names.toArray()));
    lock.setArray(first + 1, connection.createArrayOf("int2", priorities.toArray()));
    lock.setArray(first + 2, connection.createArrayOf("timestamptz", from.toArray()));
    lock.setArray(first + 3, connection.createArrayOf("int4", most.toArray()));
    lock.setInt(first + 4, settings.batch());
    lock.setInt(first + 5, settings.batchBytes());
  }

  /** After the commit: what was rolled back is still below. */
  private void moveFloors(Batch batch, boolean whole) {
    if (whole && !batch.complete()) {
      floors.foundBelow(batch.published());
    }
    floors.reached(batch.published());
    if (batch.complete()) {
      Map<String, Integer> left = new HashMap<>(batch.rooms());
      batch.published().forEach(row -> left.merge(row.queue(), -1, Integer::sum));
      left.forEach(
          (queue, room) -> {
            if (room > 0) {
              floors.emptied(queue, batch.gate().now());
            }
          });
    }
  }
}
