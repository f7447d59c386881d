package dev.stagedoor.model;

import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Outcome.Phase;
import dev.stagedoor.model.Row.Stands;
import dev.stagedoor.model.Scenario.Trait;
import dev.stagedoor.model.Worker.Delivered;

/** Writes how runs ended: PostgreSQL first, then the stream. */
final class Outcomes extends Part {
  private final Completions completions;

  Outcomes(World world, Completions completions) {
    super(world);
    this.completions = completions;
  }

  @Override
  void from(State state, Steps<State> out) {
    for (int w = 0; w < state.workers.length; w++) {
      Worker worker = state.workers[w];
      if (!world.acts(state, w, worker.stopped)) {
        continue;
      }
      if (worker.outcome == Outcome.SETTLE) {
        settle(state, w, out);
      } else if (worker.outcome == Outcome.COMPLETE) {
        complete(state, w, out);
      } else if (worker.outcome.isFencedByRun()) {
        end(state, w, out);
      }
    }
  }

  // ---- settle

  private void settle(State state, int w, Steps<State> out) {
    State next = state.copy();
    Worker worker = next.workers[w];
    int entry = worker.entry;
    remove(next, worker);
    worker.letGo();
    progress(out, "$w settles $e", w, entry, next);
  }

  private static void remove(State next, Worker worker) {
    if (worker.entry != Worker.NO_ENTRY && next.entries[worker.entry].where != Entry.Where.ABSENT) {
      next.writeStream();
      next.entries[worker.entry].remove();
    }
  }

  // ---- done

  private void complete(State state, int w, Steps<State> out) {
    Worker worker = state.workers[w];
    if (!holds(Rule.COMPLETE_THEN_SETTLE) && worker.phase == Phase.WRITE) {
      State next = state.copy();
      remove(next, next.workers[w]);
      next.workers[w].phase = Phase.INSIST;
      progress(out, "$w settles $e before it completes its job", w, worker.entry, next);
      return;
    }
    if (world.isLocked(state, worker.job)) {
      return; // passed over, which decides nothing
    }
    State next = state.copy();
    if (!world.isWanted(state, worker)) {
      next.workers[w].offer(Outcome.SETTLE);
      progress(out, "$w completes its job: not wanted", w, 0, next);
    } else if (worker.run || holds(Rule.DONE_NOT_FENCED_BY_RUN)) {
      completions.complete(next, worker.job);
      next.workers[w].offer(Outcome.SETTLE);
      progress(out, "$w completes its job", w, 0, next);
    } else {
      next.workers[w].letGo();
      progress(out, "$w completes its job: a newer run is there, it leaves it", w, 0, next);
    }
  }

  // ---- anything but done

  private void end(State state, int w, Steps<State> out) {
    switch (state.workers[w].phase) {
      case WRITE, INSIST -> {
        if (!world.isLocked(state, state.workers[w].job)) {
          write(state, w, out);
        }
      }
      case NUMBER -> {
        if (state.row(state.workers[w]).lockedBy == Row.NOBODY) {
          number(state, w, out);
        }
      }
      case ASK -> ask(state, w, out);
    }
  }

  private void write(State state, int w, Steps<State> out) {
    State next = state.copy();
    Worker worker = next.workers[w];
    boolean wanted = world.isWanted(state, worker);
    if (wanted && (worker.run || !holds(Rule.FAILURE_FENCED_BY_RUN))) {
      String text = rewrite(next, w);
      next.workers[w].offer(Outcome.SETTLE);
      progress(out, text, w, 0, next);
    } else if (!wanted) {
      worker.offer(Outcome.SETTLE);
      progress(out, "$w writes how its run ended: not wanted", w, 0, next);
    } else {
      fenced(next, w, out);
    }
  }

  private void fenced(State next, int w, Steps<State> out) {
    Worker worker = next.workers[w];
    String text = "$w writes how its run ended: a newer run is there";
    if (!holds(Rule.SETTLE_WHAT_IS_DECIDED)) {
      worker.offer(Outcome.SETTLE);
      progress(out, text + ", it settles", w, 0, next);
    } else if (worker.phase == Phase.WRITE && holds(Rule.FENCED_FAILURE_INSISTS)) {
      worker.phase = Phase.NUMBER;
      progress(out, text, w, 0, next);
    } else {
      worker.letGo();
      progress(out, text + ", it leaves it", w, 0, next);
    }
  }

  private String rewrite(State next, int w) {
    Worker worker = next.workers[w];
    Row row = next.row(worker);
    switch (worker.outcome) {
      case FAIL -> {
        if (++row.failures >= scenario.maxFailures()) {
          stick(next, w, Stands.DEAD);
          return "$w writes its failure, the last one: dead";
        }
        world.rewrite(next, worker.job, false);
        return "$w writes its failure";
      }
      case LATER -> {
        world.rewrite(next, worker.job, false);
        return "$w puts its job off";
      }
      case HAND_BACK -> {
        world.rewrite(next, worker.job, true);
        return "$w hands its job back";
      }
      default -> {
        stick(next, w, Stands.PARKED);
        return "$w parks its job";
      }
    }
  }

  /** Dead or parked keeps its attempt: it is not live, so nothing of it is wanted. */
  private void stick(State next, int w, Stands stands) {
    Row row = next.row(next.workers[w]);
    row.stands = stands;
    row.due = false;
    row.mark = Row.NO_MARK;
    for (int other = 0; other < next.workers.length; other++) {
      if (other != w && isJudgedBy(next, w, other)) {
        next.breaks(Property.JUDGED_BY_TWIN);
      }
    }
  }

  /** Whether this run had no right to end the other's job for good. */
  private boolean isJudgedBy(State next, int w, int other) {
    Worker writer = next.workers[w];
    Worker twin = next.workers[other];
    if (twin.job != writer.job || !twin.attempt || !twin.isRunningFreely()) {
      return false;
    }
    boolean newer = twin.run && !writer.run;
    boolean hasTheEntry =
        twin.entry == writer.entry
            && world.isMine(next, other)
            && (scenario.has(Trait.ONE_CONSUMER)
                ? twin.wasReclaimed() && !writer.wasReclaimed()
                : !world.isMine(next, w));
    boolean tookOver =
        scenario.has(Trait.LOCAL_STREAMS)
            && twin.delivered == Delivered.AGAIN
            && twin.entry != writer.entry;
    return newer || hasTheEntry || tookOver;
  }

  private void number(State state, int w, Steps<State> out) {
    State next = state.copy();
    if (world.isWanted(state, state.workers[w]) && mayInsist(state, w)) {
      world.takeNumber(next, w);
      next.workers[w].phase = Phase.ASK;
      progress(out, "$w takes the next run number", w, 0, next);
    } else {
      next.workers[w].offer(Outcome.SETTLE);
      progress(out, "$w takes the next run number: not wanted", w, 0, next);
    }
  }

  /** Whether no other entry is the one that the job is delivered by. */
  private boolean mayInsist(State state, int w) {
    int mark = state.row(state.workers[w]).mark;
    return !holds(Rule.NUMBER_FOR_MARKED_ENTRY)
        || mark == Row.NO_MARK
        || mark == state.workers[w].entry;
  }

  /** Whether its process holds no later delivery of the same entry: the consumer is the same. */
  private boolean isHeld(State state, int w) {
    Worker mine = state.workers[w];
    for (int other = 0; other < state.workers.length; other++) {
      Worker twin = state.workers[other];
      if (other != w
          && scenario.has(Trait.ONE_CONSUMER)
          && holds(Rule.ONLY_THIS_DELIVERY_INSISTS)
          && twin.entry == mine.entry
          && twin.wasReclaimed()
          && !mine.wasReclaimed()) {
        return false;
      }
    }
    return true;
  }

  private void ask(State state, int w, Steps<State> out) {
    State next = state.copy();
    if (world.isMine(state, w) && isHeld(state, w)) {
      next.workers[w].phase = Phase.INSIST;
      progress(out, "$w asks: its entry is still its own", w, 0, next);
    } else {
      next.workers[w].letGo();
      progress(out, "$w asks: its entry is no longer its own, it leaves it", w, 0, next);
    }
  }
}
