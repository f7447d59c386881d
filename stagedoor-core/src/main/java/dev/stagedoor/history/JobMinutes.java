package dev.stagedoor.history;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.loop.Duty;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Counts what this process runs, and adds it to {@code stagedoor.job_minutes} at each step.
 *
 * <p>Statistics, not truth: what was not added yet is lost with the process, and what was added by
 * a commit whose reply was lost is added twice. Bounded by the types. Thread-safe; {@link #runOnce}
 * belongs to one thread.
 */
public final class JobMinutes implements JobListener, Duty {
  private final Transactions transactions;
  private final String worker;
  private Map<String, Tally> types = new TreeMap<>();

  /**
   * @param worker no other process has this name
   */
  public JobMinutes(Transactions transactions, String worker) {
    this.transactions = transactions;
    this.worker = worker;
  }

  @Override
  public void on(JobEvent event) {
    if (event instanceof JobEvent.RunStarted started) {
      count(started.run().type(), tally -> tally.started(started.how()));
    } else if (event instanceof JobEvent.RunReturned returned) {
      count(returned.run().type(), tally -> tally.returned(returned));
    } else if (event instanceof JobEvent.Completed completed) {
      count(completed.run().type(), tally -> tally.completed(completed));
    } else if (event instanceof JobEvent.Absorbed absorbed) {
      count(absorbed.run().type(), Tally::absorbed);
    } else if (event instanceof JobEvent.Moved moved && moved.by().equals(worker)) {
      count(moved.type(), tally -> tally.moved(moved.transition()));
    }
  }

  private synchronized void count(String type, Consumer<Tally> what) {
    what.accept(types.computeIfAbsent(type, t -> new Tally()));
  }

  /**
   * Adds what was counted since the last step.
   *
   * @return 0, always: there is nothing to hurry for
   * @throws SQLException if it could not be added; it is kept for the next step
   */
  @Override
  public int runOnce() throws SQLException {
    Map<String, Tally> counted = take();
    if (counted.isEmpty()) {
      return 0;
    }
    boolean added = false;
    try {
      transactions.<Boolean, SQLException>open(c -> add(c, counted));
      added = true;
    } finally {
      if (!added) {
        putBack(counted);
      }
    }
    return 0;
  }

  private synchronized Map<String, Tally> take() {
    Map<String, Tally> taken = types;
    types = new TreeMap<>();
    return taken;
  }

  private synchronized void putBack(Map<String, Tally> counted) {
    counted.forEach((type, tally) -> types.computeIfAbsent(type, t -> new Tally()).addAll(tally));
  }

  private boolean add(Connection connection, Map<String, Tally> counted) throws SQLException {
    try (Statement open = connection.createStatement()) {
      open.execute(HistorySql.OPEN_COUNT);
    }
    try (PreparedStatement count = connection.prepareStatement(HistorySql.COUNT)) {
      for (Map.Entry<String, Tally> each : counted.entrySet()) {
        Tally tally = each.getValue();
        int place = 1;
        count.setString(place++, each.getKey());
        count.setString(place++, worker);
        for (Tally.Count column : Tally.Count.values()) {
          count.setInt(place++, tally.count(column));
        }
        count.setArray(place++, connection.createArrayOf("int4", tally.sinceDue()));
        count.setArray(place, connection.createArrayOf("int4", tally.took()));
        count.addBatch();
      }
      count.executeBatch();
    }
    return true;
  }
}
