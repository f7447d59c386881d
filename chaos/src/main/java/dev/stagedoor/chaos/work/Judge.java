package dev.stagedoor.chaos.work;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/**
 * Compares what was asked for with what happened outside of Stagedoor: rows of effects and what the
 * provider has accepted. Reads no table of Stagedoor's.
 */
public final class Judge {
  private static final int EXAMPLES = 5;

  private final Map<Long, Boolean> tasks = new HashMap<>();
  private final Map<Long, Map<String, Integer>> effects = new HashMap<>();
  private final List<String> examples = new ArrayList<>();
  private long lost;
  private long doubled;

  private Judge() {}

  /**
   * What came out.
   *
   * @param jobs tasks asked for
   * @param lost effects that should have happened and have not
   * @param doubled effects that happened more often than once, or were never asked for
   * @param examples a line for each of the first few
   */
  public record Verdict(long jobs, long lost, long doubled, List<String> examples) {}

  public static Verdict judge(DataSource database, Provider provider) throws SQLException {
    Judge judge = new Judge();
    judge.read(database);
    provider.accepted().forEach((n, times) -> judge.happened(n, Kind.SENT, times));
    judge.tasks.forEach(judge::task);
    judge.effects.forEach(judge::uncalledFor);
    return new Verdict(judge.tasks.size(), judge.lost, judge.doubled, List.copyOf(judge.examples));
  }

  private void read(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(WorkSql.TASKS)) {
        while (row.next()) {
          tasks.put(row.getLong(1), row.getBoolean(2));
        }
      }
      try (ResultSet row = statement.executeQuery(WorkSql.EFFECTS)) {
        while (row.next()) {
          happened(row.getLong(1), row.getString(2), row.getInt(3));
        }
      }
      try (ResultSet row = statement.executeQuery(WorkSql.TOO_LATE)) {
        while (row.next()) {
          doubled++;
          example(row.getLong(1), row.getString(2) + " happened though it was cancelled");
        }
      }
    }
  }

  private void happened(long n, String what, int times) {
    effects.computeIfAbsent(n, k -> new HashMap<>()).merge(what, times, Integer::sum);
  }

  /** A cancelled task may have had effects before it was cancelled. */
  private void task(long n, boolean cancelled) {
    Kind kind = Kind.of(n);
    Map<String, Integer> happened = effects.getOrDefault(n, Map.of());
    for (String what : kind.effects()) {
      int times = happened.getOrDefault(what, 0);
      if (times == 0 && !cancelled) {
        lost++;
        example(n, what + " is lost");
      }
      surplus(n, what, times - 1);
    }
  }

  private void uncalledFor(long n, Map<String, Integer> happened) {
    List<String> asked = tasks.containsKey(n) ? Kind.of(n).effects() : List.of();
    happened.forEach((what, times) -> surplus(n, what, asked.contains(what) ? 0 : times));
  }

  private void surplus(long n, String what, int times) {
    if (times > 0) {
      doubled += times;
      example(n, what + " happened " + times + " times more than asked for");
    }
  }

  private void example(long n, String what) {
    if (examples.size() < EXAMPLES) {
      examples.add("task " + n + " (" + Kind.of(n) + "): " + what);
    }
  }
}
