package dev.stagedoor.relay;

import dev.stagedoor.stream.EntryId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the marks of all live rows stand under at this moment.
 *
 * @param newest for each queue with marks of the present epoch, the newest entry that is known
 */
record Marks(Gate gate, List<Group> groups, Map<String, EntryId> newest) {

  /** Rows with the same stream, epoch and queue. */
  record Group(String stream, long epoch, String queue, boolean registered) {}

  static Marks read(Connection connection, Gate gate) throws SQLException {
    List<Group> groups = new ArrayList<>();
    try (Statement ask = connection.createStatement();
        ResultSet row = ask.executeQuery(RelaySql.MARKS)) {
      while (row.next()) {
        groups.add(
            new Group(row.getString(1), row.getLong(2), row.getString(3), row.getBoolean(4)));
      }
    }
    Marks marks = new Marks(gate, List.copyOf(groups), new HashMap<>());
    if (!marks.current().isEmpty()) {
      marks.readNewest(connection);
    }
    return marks;
  }

  private void readNewest(Connection connection) throws SQLException {
    Object[] queues = current().stream().map(Group::queue).toArray();
    try (PreparedStatement ask = connection.prepareStatement(RelaySql.NEWEST_MARKS)) {
      ask.setArray(1, connection.createArrayOf("text", queues));
      ask.setString(2, gate.stream());
      ask.setLong(3, gate.registered());
      try (ResultSet row = ask.executeQuery()) {
        while (row.next()) {
          newest.merge(
              row.getString(1),
              new EntryId(row.getString(2)),
              (a, b) -> a.compareTo(b) < 0 ? b : a);
        }
      }
    }
  }

  /** Of this stream, under the present epoch: nothing speaks against them. */
  List<Group> current() {
    return groups.stream().filter(g -> mine(g) && present(g)).toList();
  }

  /** Of this stream, under an older epoch: due, ask first. */
  List<Group> doubtful() {
    return groups.stream().filter(g -> mine(g) && !present(g) && gate.epoch() != null).toList();
  }

  /** Of streams that are registered no more: due. */
  List<Group> abandoned() {
    return groups.stream().filter(g -> !mine(g) && !g.registered()).toList();
  }

  private boolean mine(Group group) {
    return group.stream().equals(gate.stream());
  }

  private boolean present(Group group) {
    Long epoch = gate.epoch();
    return epoch != null && group.epoch() == epoch;
  }
}
