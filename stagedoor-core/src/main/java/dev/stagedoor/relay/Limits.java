package dev.stagedoor.relay;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What operators allow each queue. Which queues are paused or limited at all is read at each full
 * scan; how much a limited one may publish is read and counted in the transaction that publishes,
 * under the lock of the queue's row, so that two relays do not fill one limit twice. A queue whose
 * row another relay holds is passed over: that one publishes it.
 *
 * <p>For one thread.
 */
final class Limits {
  private Set<String> paused = Set.of();
  private Set<String> limited = Set.of();
  private Set<String> rated = Set.of();

  /** Reads which queues have settings. */
  void find(Connection connection) throws SQLException {
    Set<String> nowPaused = new HashSet<>();
    Set<String> nowLimited = new HashSet<>();
    Set<String> nowRated = new HashSet<>();
    try (Statement ask = connection.createStatement();
        ResultSet row = ask.executeQuery(RelaySql.SETTINGS)) {
      while (row.next()) {
        String queue = row.getString("queue");
        addIf(row.getBoolean("paused"), nowPaused, queue);
        addIf(row.getBoolean("limited"), nowLimited, queue);
        addIf(row.getBoolean("rated"), nowRated, queue);
      }
    }
    paused = nowPaused;
    limited = nowLimited;
    rated = nowRated;
  }

  private static void addIf(boolean so, Set<String> queues, String queue) {
    if (so) {
      queues.add(queue);
    }
  }

  boolean isPaused(String queue) {
    return paused.contains(queue);
  }

  /** Whether any of these may publish less than fits. */
  boolean touch(Set<String> queues) {
    return queues.stream().anyMatch(limited::contains);
  }

  /**
   * The rooms, cut to what is allowed now; queues that may publish nothing are left out. Holds the
   * rows of the limited ones until the transaction ends.
   */
  Map<String, Integer> allowed(Connection connection, Map<String, Integer> rooms)
      throws SQLException {
    List<String> asked = rooms.keySet().stream().filter(limited::contains).sorted().toList();
    Map<String, Integer> known = locked(connection, asked);
    Map<String, Integer> allowed = new LinkedHashMap<>();
    rooms.forEach(
        (queue, room) -> {
          int most = limited.contains(queue) ? known.getOrDefault(queue, 0) : room;
          if (Math.min(room, most) > 0) {
            allowed.put(queue, Math.min(room, most));
          }
        });
    return allowed;
  }

  /** What each may publish; those that another relay holds are not among them. */
  private static Map<String, Integer> locked(Connection connection, List<String> queues)
      throws SQLException {
    Map<String, Integer> allowed = new HashMap<>();
    try (PreparedStatement ask = connection.prepareStatement(RelaySql.ALLOWED)) {
      ask.setArray(1, connection.createArrayOf("text", queues.toArray()));
      ask.setArray(2, connection.createArrayOf("text", queues.toArray()));
      ask.execute();
      Set<String> locked = new HashSet<>();
      try (ResultSet row = ask.getResultSet()) {
        while (row.next()) {
          locked.add(row.getString("queue"));
        }
      }
      ask.getMoreResults();
      try (ResultSet row = ask.getResultSet()) {
        while (row.next()) {
          if (locked.contains(row.getString("queue"))) {
            allowed.put(row.getString("queue"), row.getInt("allowed"));
          }
        }
      }
    }
    return allowed;
  }

  /** Takes what was published out of the buckets; in the transaction that publishes. */
  void published(Connection connection, List<LockedRow> rows) throws SQLException {
    Map<String, Integer> counts = new HashMap<>();
    rows.stream()
        .map(LockedRow::queue)
        .filter(rated::contains)
        .forEach(queue -> counts.merge(queue, 1, Integer::sum));
    if (counts.isEmpty()) {
      return;
    }
    List<String> queues = counts.keySet().stream().sorted().toList();
    try (PreparedStatement take = connection.prepareStatement(RelaySql.TAKE_TOKENS)) {
      take.setArray(1, connection.createArrayOf("text", queues.toArray()));
      take.setArray(
          2, connection.createArrayOf("int4", queues.stream().map(counts::get).toArray()));
      take.executeUpdate();
    }
  }
}
