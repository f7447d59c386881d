package dev.stagedoor.chaos.work;

import dev.stagedoor.job.NewJob;
import dev.stagedoor.outbox.Outbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Asks for tasks at an even pace, each with its job in one transaction; now and then it rolls such
 * a transaction back, whose effects must never happen. A transaction that fails is tried again
 * until it is committed: whoever asks is not what is tested. Belongs to one thread.
 */
public final class Producer {
  /** Tasks that were rolled back are numbered from here. */
  private static final long NEVER = 1_000_000_000_000L;

  private static final int STEP_MILLIS = 50;
  private static final int AGAIN_MILLIS = 100;
  private static final int ROLL_BACK_ONE_IN = 10;
  private static final int SHORT_MILLIS = 10;

  private final DataSource database;
  private final Outbox outbox;
  private final Work work;
  private final Random random;
  private long next;

  public Producer(DataSource database, Work work, long seed) {
    this.database = database;
    this.work = work;
    this.outbox = Outbox.on(database);
    this.random = new Random(seed);
  }

  /** The schema that it needs. */
  public static void prepare(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(WorkSql.TABLES);
    }
  }

  /** Returns when all are asked for. */
  public void produce(long jobs, double aSecond) throws InterruptedException {
    double owed = 0;
    long end = next + jobs;
    while (next < end) {
      owed += aSecond * STEP_MILLIS / 1_000;
      int now = (int) Math.min(owed, end - next);
      owed -= now;
      if (now > 0) {
        ask(tasks(now));
      }
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
    }
  }

  private List<Task> tasks(int count) {
    List<Task> tasks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      boolean isLong = random.nextInt(work.longOneIn()) == 0;
      tasks.add(new Task(next++, random.nextInt(isLong ? work.longMillis() : SHORT_MILLIS)));
    }
    return tasks;
  }

  private void ask(List<Task> tasks) throws InterruptedException {
    boolean done = false;
    while (!done) {
      try (Connection connection = database.getConnection()) {
        connection.setAutoCommit(false);
        if (random.nextInt(ROLL_BACK_ONE_IN) == 0) {
          enqueue(connection, tasks.stream().map(t -> new Task(NEVER + t.n(), 0)).toList());
          connection.rollback();
        }
        enqueue(connection, tasks);
        connection.commit();
        done = true;
      } catch (SQLException e) {
        TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS); // the server is away, or the reply was lost
      }
    }
  }

  /** A task that is there already was committed by a transaction whose reply was lost. */
  private void enqueue(Connection connection, List<Task> tasks) throws SQLException {
    List<NewJob<Task>> jobs = new ArrayList<>();
    try (PreparedStatement ask = connection.prepareStatement(WorkSql.ASK)) {
      for (Task task : tasks) {
        ask.setLong(1, task.n());
        if (ask.executeUpdate() == 1) {
          jobs.add(Kind.of(task.n()).type().job(task));
        }
      }
    }
    if (!jobs.isEmpty()) {
      outbox.enqueueAll(connection, jobs);
    }
  }
}
