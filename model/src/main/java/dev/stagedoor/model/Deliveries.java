package dev.stagedoor.model;

import dev.stagedoor.model.Entry.Where;
import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Row.Stands;
import dev.stagedoor.model.Scenario.Trait;
import dev.stagedoor.model.Worker.Delivered;

/** From the stream to the handler: read or reclaim, count a redelivery, extend, start. */
final class Deliveries extends Part {
  private static final int DEADLY_CRASHES = 2;

  Deliveries(World world) {
    super(world);
  }

  @Override
  void from(State state, Steps<State> out) {
    for (int w = 0; w < state.workers.length; w++) {
      Worker worker = state.workers[w];
      if (!world.acts(state, w, worker.stopped)) {
        continue;
      }
      switch (worker.place) {
        case IDLE -> bring(state, w, out);
        case READ -> begin(state, w, out);
        case COUNTED -> ask(state, w, out);
        default -> {}
      }
    }
  }

  private void bring(State state, int w, Steps<State> out) {
    int stream = world.streamOf(state, w);
    for (int e = 0; e < state.entries.length; e++) {
      Entry entry = state.entries[e];
      if (entry.stream == stream && entry.where == Where.UNREAD) {
        progress(out, "$w reads $e", w, e, taken(state, w, e));
      } else if (entry.stream == stream
          && entry.where == Where.PENDING
          && !world.isExtended(state, e)) {
        progress(out, "$w reclaims $e", w, e, taken(state, w, e));
      } else if (entry.where == Where.ORPHAN && holds(Rule.ORPHANS_ARE_DELETED)) {
        State next = state.copy();
        next.writeStream();
        next.entries[e].remove();
        progress(out, "$w, looking for what is idle, deletes the orphan $e", w, e, next);
      }
    }
  }

  private State taken(State state, int w, int e) {
    State next = state.copy();
    next.writeStream();
    Entry entry = next.entries[e];
    Worker worker = next.workers[w];
    worker.delivered = delivered(entry, w);
    worker.place = Place.READ;
    worker.entry = e;
    worker.job = entry.job;
    worker.attempt = entry.attempt;
    worker.extending = !scenario.has(Trait.SLOW);
    entry.where = Where.PENDING;
    entry.owner = world.consumer(w);
    return next;
  }

  private Delivered delivered(Entry entry, int w) {
    if (entry.where == Where.UNREAD) {
      return entry.again ? Delivered.AGAIN : Delivered.FIRST;
    }
    return entry.owner == world.consumer(w) ? Delivered.RECLAIMED_OWN : Delivered.RECLAIMED;
  }

  /** A first delivery reads nothing of the row; what it believes is its run is run 0. */
  private void begin(State state, int w, Steps<State> out) {
    Worker worker = state.workers[w];
    if (worker.delivered == Delivered.FIRST || !holds(Rule.REDELIVERY_IS_COUNTED)) {
      State next = state.copy();
      next.workers[w].run = worker.attempt && state.row(worker).firstRun;
      start(next, w);
      progress(out, "$w starts its handler", w, 0, next);
    } else if (state.row(worker).lockedBy == Row.NOBODY) {
      count(state, w, out);
    }
  }

  private void count(State state, int w, Steps<State> out) {
    State next = state.copy();
    Worker worker = next.workers[w];
    if (!world.isWanted(next, worker)) {
      if (holds(Rule.NOT_WANTED_IS_SETTLED)) {
        worker.place = Place.OVER;
        worker.offer(Outcome.SETTLE);
      } else {
        worker.reset();
      }
      progress(out, "$w counts the redelivery: not wanted", w, 0, next);
      return;
    }
    world.takeNumber(next, w);
    if (isDeath(worker) && ++next.row(worker).crashes == DEADLY_CRASHES) {
      die(next, worker);
      progress(out, "$w counts the redelivery: one death too many, dead", w, 0, next);
      return;
    }
    worker.place = Place.COUNTED;
    progress(out, "$w counts the redelivery", w, 0, next);
  }

  private boolean isDeath(Worker worker) {
    return scenario.has(Trait.QUARANTINE)
        && (worker.delivered == Delivered.RECLAIMED
            || (worker.delivered == Delivered.AGAIN && !holds(Rule.ONLY_RECLAIM_IS_DEATH)));
  }

  private static void die(State next, Worker worker) {
    next.row(worker).stands = Stands.DEAD;
    next.row(worker).mark = Row.NO_MARK;
    worker.place = Place.OVER;
    worker.offer(Outcome.SETTLE);
    if (next.effects.deaths < DEADLY_CRASHES) {
      next.breaks(Property.INNOCENT_DEAD);
    }
  }

  private void ask(State state, int w, Steps<State> out) {
    State next = state.copy();
    if (world.isMine(state, w) || !holds(Rule.EXTEND_AFTER_COUNTING)) {
      start(next, w);
      progress(out, "$w extends its entry and starts its handler", w, 0, next);
    } else {
      next.workers[w].reset();
      progress(out, "$w asks: its entry is no longer its own, it leaves it", w, 0, next);
    }
  }

  private void start(State next, int w) {
    Worker worker = next.workers[w];
    boolean believesRecord = !holds(Rule.RECORD_IS_ONE_STEP) && next.row(worker).recorded;
    worker.place =
        believesRecord
            ? Place.RETURN
            : Place.first(scenario.jobs().get(worker.job), holds(Rule.RECORD_FIRST));
  }
}
