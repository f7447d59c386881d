package dev.stagedoor.worker;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.Transition;
import dev.stagedoor.loop.Duty;
import dev.stagedoor.outbox.Ending;
import dev.stagedoor.outbox.Finished;
import dev.stagedoor.outbox.JobRows;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.tx.SqlStates;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Writes how runs ended, always in this order: PostgreSQL first, then the stream. A crash between
 * the two leaves an entry whose row is gone or newer; whoever gets it settles it. The other order
 * would lose the job until the sweep.
 *
 * <p>An outcome that cannot be written now (database away, row locked) is kept and offered again;
 * nothing is dropped. Its entry is extended meanwhile, but for one whose run was interrupted: that
 * may be reclaimed before, and the outcome then meets a newer run. An entry is settled only if its
 * outcome was written, or its row is gone, newer than the entry, or no longer live.
 *
 * <p>{@link #offer} is thread-safe; {@link #runOnce} is for one thread.
 */
final class Outcomes implements Duty {
  private static final int BATCH = 500;

  private final JobRows rows;
  private final Finished finished;
  private final JobStream stream;
  private final JobListener events;
  private final Holder holder;
  private final Queue<Outcome> pending = new ConcurrentLinkedQueue<>();
  private final List<Outcome.Settle> settling = new ArrayList<>();
  private volatile Runnable wake = () -> {};

  Outcomes(JobRows rows, Finished finished, JobStream stream, JobListener events, Holder holder) {
    this.rows = rows;
    this.finished = finished;
    this.stream = stream;
    this.events = events;
    this.holder = holder;
  }

  /** What to call when there is something to write. */
  void onOffer(Runnable wake) {
    this.wake = wake;
  }

  void offer(Outcome outcome) {
    pending.add(outcome);
    wake.run();
  }

  boolean isEmpty() {
    return pending.isEmpty() && settling.isEmpty();
  }

  @Override
  public int runOnce() throws Exception {
    List<Outcome> batch = take();
    Set<Outcome> unwritten = Collections.newSetFromMap(new IdentityHashMap<>());
    unwritten.addAll(batch);
    Exception failure;
    try {
      failure = complete(batch, unwritten);
      writeOthers(batch, unwritten);
    } finally {
      pending.addAll(unwritten); // nothing is dropped, whatever went wrong
      settle();
    }
    if (failure != null) {
      throw failure; // told; the others are written
    }
    return batch.size() - unwritten.size();
  }

  private List<Outcome> take() {
    List<Outcome> batch = new ArrayList<>();
    Outcome next;
    while (batch.size() < BATCH && (next = pending.poll()) != null) {
      batch.add(next);
    }
    return batch;
  }

  private @Nullable Exception complete(List<Outcome> batch, Set<Outcome> unwritten)
      throws SQLException {
    Map<UUID, Outcome.Done> byJob = new LinkedHashMap<>();
    for (Outcome outcome : batch) {
      if (outcome instanceof Outcome.Done done) {
        byJob.putIfAbsent(done.run().jobId().value(), done); // a twin in this process: next time
      }
    }
    if (byJob.isEmpty()) {
      return null;
    }
    Finished.Completed completed =
        finished.complete(byJob.values().stream().map(Outcomes::asked).toList());
    byJob.forEach(
        (id, done) -> {
          if (isSettled(done, completed.of(id))) {
            unwritten.remove(done);
          }
        });
    return completed.failure();
  }

  private static Finished.Done asked(Outcome.Done done) {
    return new Finished.Done(done.run(), done.held().entry().requestId(), done.took().toMillis());
  }

  /** Whether the completion is settled one way or the other. */
  private boolean isSettled(Outcome.Done done, Finished.Completion completion) {
    switch (completion.how()) {
      case STANDING -> {
        return false;
      }
      case NOT_WANTED -> events.on(new JobEvent.Fenced(done.run(), "done"));
      case GONE, AGAIN -> tell(events, done.run(), completion);
    }
    settling.add(new Outcome.Settle(done.held(), done.run()));
    return true;
  }

  /**
   * One that cannot be written does not hold up the others; only a lost connection ends the step.
   */
  private void writeOthers(List<Outcome> batch, Set<Outcome> unwritten) throws Exception {
    Exception failure = null;
    for (Outcome outcome : batch) {
      try {
        if (!(outcome instanceof Outcome.Done)) {
          write(outcome);
          unwritten.remove(outcome);
        }
      } catch (SQLException | RuntimeException e) { // the stream may be away, too
        if (SqlStates.connectionLost(e)) {
          throw e;
        }
        failure = SqlStates.tryAgain(e) ? failure : e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void write(Outcome outcome) throws SQLException {
    if (outcome instanceof Outcome.Settle settle) {
      settling.add(settle);
    } else if (outcome instanceof Outcome.Leave leave) {
      leave(leave);
    } else if (outcome instanceof Outcome.Ends ends) {
      end(ends);
    }
  }

  private void end(Outcome.Ends ends) throws SQLException {
    JobRows.Ended ended = rows.end(ends.run(), ends.ending(), ends.retry(), ends.took());
    if (ended.state() != null) {
      events.on(moved(ends.run(), transition(ends.ending(), ended.state()), ends.ending().cause()));
      settling.add(new Outcome.Settle(ends.held(), ends.run()));
    } else if (ended.settle()) {
      fenced(ends);
      settling.add(new Outcome.Settle(ends.held(), ends.run()));
    } else if (ends.insist()) {
      insist(ends);
    } else {
      fenced(ends);
      holder.letGo(ends.held());
    }
  }

  /**
   * A newer run of this attempt exists. Take the next number, then ask whether the entry is still
   * ours: only its owner writes once more. Without this, twins of a job that always fails would
   * fence each other for ever. The number is given only while no other entry is the marked one: our
   * stream may be given up, its jobs with others, and be the last to know.
   */
  private void insist(Outcome.Ends ends) throws SQLException {
    RunRef run = ends.run();
    OptionalInt next = rows.nextRun(run, stream.name());
    if (next.isEmpty()) {
      fenced(ends);
      settling.add(new Outcome.Settle(ends.held(), run));
    } else if (isOurs(ends.held(), run.worker())) {
      end(
          new Outcome.Ends(
              ends.held(),
              numbered(run, next.getAsInt()),
              ends.ending(),
              ends.retry(),
              ends.took(),
              false));
    } else {
      fenced(ends);
      holder.letGo(ends.held());
    }
  }

  /**
   * Whether nobody else has the entry, nor a later delivery of it in this process. Extends it where
   * the stream says so.
   */
  boolean isOurs(Held held, String worker) {
    return holder.holds(held)
        && stream.extend(held.queue(), worker, List.of(held.entryId())).mine(held.entryId());
  }

  private void leave(Outcome.Leave leave) throws SQLException {
    if (leave.cause() != null) {
      rows.remember(leave.run(), "superseded", leave.cause(), leave.took());
    }
    events.on(new JobEvent.Fenced(leave.run(), "superseded"));
    holder.letGo(leave.held());
  }

  private void fenced(Outcome.Ends ends) {
    events.on(new JobEvent.Fenced(ends.run(), ends.ending().transition().name()));
  }

  /** Settles what is written; what the stream does not take stays for the next step. */
  private void settle() {
    Map<String, List<Outcome.Settle>> byQueue = new HashMap<>();
    for (Outcome.Settle settle : settling) {
      byQueue.computeIfAbsent(settle.held().queue(), q -> new ArrayList<>()).add(settle);
    }
    byQueue.forEach(
        (queue, group) -> {
          stream.settle(queue, group.stream().map(s -> s.held().entryId()).toList());
          settling.removeAll(group);
          for (Outcome.Settle settle : group) {
            holder.letGo(settle.held());
            events.on(new JobEvent.Settled(settle.run()));
          }
        });
  }

  private static RunRef numbered(RunRef run, int number) {
    return new RunRef(
        run.jobId(), run.type(), run.queue(), run.attempt(), number, run.worker(), run.entryId());
  }

  private static Transition transition(Ending ending, String state) {
    return switch (state) {
      case "dead" -> Transition.DIE;
      case "parked" -> Transition.PARK;
      default -> ending.transition();
    };
  }

  /** Tells of a completion that was written. */
  static void tell(JobListener events, RunRef run, Finished.Completion completion) {
    Transition transition =
        completion.how() == Finished.How.AGAIN ? Transition.COMPLETE_AGAIN : Transition.COMPLETE;
    events.on(moved(run, transition, null));
    events.on(new JobEvent.Completed(run, Duration.ofMillis(completion.lateMillis())));
  }

  static JobEvent.Moved moved(RunRef run, Transition transition, @Nullable String cause) {
    return new JobEvent.Moved(
        run.jobId(), run.type(), transition, run.attempt(), run.run(), run.worker(), cause);
  }
}
