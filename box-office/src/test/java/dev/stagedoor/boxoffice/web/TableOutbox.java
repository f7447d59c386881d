package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.job.Cancelled;
import dev.stagedoor.job.Enqueued;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.Redriven;
import dev.stagedoor.job.RunNow;
import dev.stagedoor.outbox.Outbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes jobs into a plain table, in the caller's transaction; stops or fails where it is told. */
final class TableOutbox implements Outbox {
  static final String TABLE =
      "CREATE TABLE jobs (type text, order_id bigint, request_id text, traceparent text)";
  final AtomicInteger nudges = new AtomicInteger();
  volatile Runnable meanwhile = () -> {};

  @Override
  public Enqueued enqueue(Connection tx, NewJob<?> job) throws SQLException {
    meanwhile.run();
    try (PreparedStatement insert = tx.prepareStatement("INSERT INTO jobs VALUES (?, ?, ?, ?)")) {
      insert.setString(1, job.type().name());
      insert.setLong(2, ((TicketOrder) job.payload()).orderId());
      insert.setString(3, job.requestId().orElse(null));
      insert.setString(4, job.traceparent().orElse(null));
      insert.executeUpdate();
    }
    return new Enqueued(new JobId(UUID.randomUUID()), false);
  }

  @Override
  public List<Enqueued> enqueueAll(Connection tx, Collection<? extends NewJob<?>> jobs)
      throws SQLException {
    List<Enqueued> all = new ArrayList<>();
    for (NewJob<?> job : jobs) {
      all.add(enqueue(tx, job));
    }
    return all;
  }

  @Override
  public void nudge() {
    nudges.incrementAndGet();
  }

  @Override
  public <P> Enqueued enqueue(Connection tx, JobType<P> type, P payload) throws SQLException {
    return enqueue(tx, type.job(payload));
  }

  @Override
  public <P> Enqueued enqueue(JobType<P> type, P payload) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Enqueued enqueue(NewJob<?> job) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Enqueued enqueueAlone(NewJob<?> job) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Cancelled cancel(Connection tx, JobId id) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Redriven redrive(Connection tx, JobId id) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RunNow runNow(Connection tx, JobId id) {
    throw new UnsupportedOperationException();
  }
}
