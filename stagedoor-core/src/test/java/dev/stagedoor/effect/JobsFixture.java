package dev.stagedoor.effect;

import static dev.stagedoor.schema.FreshSchema.row;
import static dev.stagedoor.schema.FreshSchema.run;

import dev.stagedoor.event.Events;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.JobId;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A database with live jobs, and runs of them. */
public final class JobsFixture {
  private final DataSource database = FreshSchema.create();
  private final Transactions transactions = new JdbcTransactions(database, Events.none());

  public DataSource database() {
    return database;
  }

  public Transactions transactions() {
    return transactions;
  }

  /** A connection in a transaction of its own. */
  public Connection begin() throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  /** The first run of a new live job. */
  public RunRef liveRun() throws SQLException {
    String id = row(database, "SELECT stagedoor.new_job_id()");
    run(
        database,
        "INSERT INTO stagedoor.outbox (id, queue, type, payload, due_at, age_from, request_id,"
            + " traceparent) VALUES ('"
            + id
            + "', 'default', 'send_tickets', '{}', now(), now(), 'req-7', 'trace-7')");
    return new RunRef(JobId.of(id), "send_tickets", "default", 1, 0, "worker-1", "1-0");
  }

  /** The same job, run by another worker. */
  public static RunRef twin(RunRef run) {
    return new RunRef(
        run.jobId(), run.type(), run.queue(), run.attempt(), run.run() + 1, "worker-2", "2-0");
  }

  /** Changes the job's row. */
  public void rewrite(RunRef run, String set) throws SQLException {
    run(database, "UPDATE stagedoor.outbox SET " + set + " WHERE id = '" + run.jobId() + "'");
  }

  public void complete(RunRef run) throws SQLException {
    run(database, "DELETE FROM stagedoor.outbox WHERE id = '" + run.jobId() + "'");
  }
}
