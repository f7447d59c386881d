package dev.stagedoor.relay;

import dev.stagedoor.loop.Ticker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The queues that a short poll asks for: those that had unmarked rows at a full scan of the last
 * ten minutes. Each round begins at another one, so that a busy queue cannot fill every batch.
 */
final class KnownQueues {
  private static final long REMEMBERED = Duration.ofMinutes(10).toNanos();

  private final Ticker ticker;
  private final Map<String, Long> seen = new LinkedHashMap<>();
  private int first;

  KnownQueues(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Finds them; returns those that are known no more. */
  List<String> find(Connection connection) throws SQLException {
    long now = ticker.nanos();
    try (Statement ask = connection.createStatement();
        ResultSet rows = ask.executeQuery(RelaySql.QUEUES)) {
      while (rows.next()) {
        seen.put(rows.getString(1), now);
      }
    }
    List<String> old =
        seen.keySet().stream().filter(q -> now - seen.getOrDefault(q, now) > REMEMBERED).toList();
    old.forEach(seen::remove);
    return old;
  }

  boolean none() {
    return seen.isEmpty();
  }

  /** All, beginning at another one each time. */
  List<String> inTurn() {
    List<String> all = new ArrayList<>(seen.keySet());
    if (!all.isEmpty()) {
      first = (first + 1) % all.size();
      Collections.rotate(all, -first);
    }
    return all;
  }
}
