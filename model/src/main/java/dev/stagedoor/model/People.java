package dev.stagedoor.model;

import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Row.Stands;

/** What operators and producers do, and what the keeper of history drops. */
final class People extends Part {
  People(World world) {
    super(world);
  }

  @Override
  void from(State state, Steps<State> out) {
    for (int job = 0; job < state.rows.length; job++) {
      cancel(state, job, out);
      redrive(state, job, out);
      dropHistory(state, job, out);
    }
    if (state.has(Fault.CHANGE)) {
      change(state, out);
    }
  }

  /** Waits for whoever holds the row, and for a run that commits its own completion. */
  private void cancel(State state, int job, Steps<State> out) {
    Row row = state.rows[job];
    boolean waits =
        world.isLocked(state, job)
            || (scenario.jobs().get(job) == Handler.HANDLE_ONCE && row.recordHeldBy != Row.NOBODY);
    if (state.has(Fault.CANCEL) && row.isThere() && !waits) {
      State next = spend(state, Fault.CANCEL);
      world.end(next, job, Stands.CANCELLED);
      fault(out, "somebody cancels $j", 0, job, next);
    }
  }

  private void redrive(State state, int job, Steps<State> out) {
    Stands stands = state.rows[job].stands;
    if (state.has(Fault.REDRIVE) && (stands == Stands.DEAD || stands == Stands.PARKED)) {
      State next = spend(state, Fault.REDRIVE);
      next.rows[job].failures = 0;
      world.rewrite(next, job, true);
      fault(out, "an operator redrives $j", 0, job, next);
    }
  }

  /** A producer commits a change and enqueues under the key, in one transaction. */
  private void change(State state, Steps<State> out) {
    Row row = state.rows[0];
    if (row.lockedBy != Row.NOBODY) {
      return;
    }
    State next = spend(state, Fault.CHANGE);
    next.effects.newest++;
    if (row.isLive() || row.stands == Stands.PARKED) {
      next.rows[0].again |= holds(Rule.AGAIN_ALWAYS) || row.mark != Row.NO_MARK;
      fault(out, "a producer commits a change: $j is there, to run again", 0, 0, next);
    } else if (isOver(row) && scenario.jobs().get(0) == Handler.COPY) {
      next.rows[0].enqueue();
      next.rows[0].recorded = false;
      fault(out, "a producer commits a change: a new $j", 0, 0, next);
    }
  }

  /** A dead job does not have the key either, but its row stays: the new one has no place here. */
  private static boolean isOver(Row row) {
    return row.stands == Stands.COMPLETED || row.stands == Stands.CANCELLED;
  }

  /** Drops the records beside one job; all jobs here are of one day. */
  private void dropHistory(State state, int job, Steps<State> out) {
    boolean kept = false;
    for (Row row : state.rows) {
      kept |= row.isThere();
    }
    for (Worker worker : state.workers) {
      if (worker.place.isInTransaction()) {
        return; // history is kept for days, and no transaction is open for so long
      }
    }
    Row row = state.rows[job];
    boolean hasSome = row.recorded || row.childRecorded;
    if (state.has(Fault.DROP_HISTORY) && hasSome && !(kept && holds(Rule.HISTORY_STAYS_WITH_ROW))) {
      State next = spend(state, Fault.DROP_HISTORY);
      next.rows[job].recorded = false;
      next.rows[job].childRecorded = false;
      fault(out, "the history of $j is dropped", 0, job, next);
    }
  }
}
