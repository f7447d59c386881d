package dev.stagedoor.model;

import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Worker.Interrupt;

/** What tells a run to stop: time-outs, shutdown, heartbeats. And what its handler makes of it. */
final class Interrupts extends Part {
  private final Endings endings;

  Interrupts(World world, Endings endings) {
    super(world);
    this.endings = endings;
  }

  @Override
  void from(State state, Steps<State> out) {
    for (int w = 0; w < state.workers.length; w++) {
      Worker worker = state.workers[w];
      if (!world.acts(state, w, worker.stopped)) {
        continue;
      }
      if (worker.place == Place.READ && state.has(Fault.SHUT_DOWN)) {
        handBack(state, w, out);
      }
      if (!worker.place.isInHandler()) {
        continue;
      }
      ends(state, w, out);
      beat(state, w, out);
      if (!worker.hangs) {
        goesWrong(state, w, out);
      }
    }
  }

  private void handBack(State state, int w, Steps<State> out) {
    State next = spend(state, Fault.SHUT_DOWN);
    Worker worker = next.workers[w];
    worker.run = worker.attempt && next.row(worker).firstRun;
    worker.place = Place.OVER;
    worker.offer(Outcome.HAND_BACK);
    fault(out, "$w shuts down and hands back what it has not started", w, 0, next);
  }

  private void ends(State state, int w, Steps<State> out) {
    Worker worker = state.workers[w];
    if (worker.interrupt == Interrupt.TIME_OUT || worker.interrupt == Interrupt.SHUT_DOWN) {
      return; // whoever came first has the outcome
    }
    if (worker.hangs) {
      State next = state.copy();
      timeOut(next, w);
      progress(out, "the watchdog gives up on the handler of $w", w, 0, next);
    } else if (state.has(Fault.TIME_OUT)) {
      State next = spend(state, Fault.TIME_OUT);
      timeOut(next, w);
      fault(out, "the run of $w times out and is interrupted", w, 0, next);
    }
    if (state.has(Fault.SHUT_DOWN)) {
      State next = spend(state, Fault.SHUT_DOWN);
      interrupt(next, w, Interrupt.SHUT_DOWN);
      next.workers[w].offer(Outcome.HAND_BACK);
      fault(out, "$w shuts down and interrupts its run", w, 0, next);
    }
  }

  private void timeOut(State next, int w) {
    interrupt(next, w, Interrupt.TIME_OUT);
    if (holds(Rule.WATCHDOG_WRITES)) {
      next.workers[w].offer(Outcome.FAIL);
    }
  }

  private void interrupt(State next, int w, Interrupt why) {
    next.workers[w].interrupt = why;
    next.workers[w].extending &= why == Interrupt.TIME_OUT && !holds(Rule.WATCHDOG_WRITES);
    next.effects.death();
  }

  private void beat(State state, int w, Steps<State> out) {
    Worker worker = state.workers[w];
    if (!worker.extending || world.isMine(state, w)) {
      return;
    }
    boolean elsewhere = state.entries[worker.entry].where == Entry.Where.PENDING;
    if (!holds(Rule.EXTEND_ONLY_MINE) && elsewhere) {
      State next = state.copy();
      next.writeStream();
      next.entries[worker.entry].owner = world.consumer(w);
      progress(out, "a heartbeat of $w takes $e back", w, worker.entry, next);
    }
    if (worker.interrupt == Interrupt.NONE) {
      State next = state.copy();
      next.workers[w].interrupt = Interrupt.SUPERSEDED;
      next.workers[w].extending = false;
      progress(out, "a heartbeat of $w finds $e lost: it is interrupted", w, worker.entry, next);
    }
  }

  private void goesWrong(State state, int w, Steps<State> out) {
    Worker worker = state.workers[w];
    boolean open = worker.place.isInTransaction();
    if (worker.interrupt != Interrupt.NONE && !open) {
      State next = state.copy();
      next.workers[w].place = Place.RETURN;
      next.workers[w].late = false;
      next.workers[w].claimedLate = false;
      progress(out, "the handler of $w swallows its interrupt", w, 0, next);
    }
    if (state.has(Fault.HANG) && !open) {
      State next = spend(state, Fault.HANG);
      next.workers[w].hangs = true;
      fault(out, "the handler of $w hangs", w, 0, next);
    }
    if (state.has(Fault.ERROR) && worker.place != Place.SEND) {
      State next = spend(state, Fault.ERROR);
      throwIt(next, w);
      fault(out, "the handler of $w throws", w, 0, next);
    }
  }

  private void throwIt(State next, int w) {
    rollBack(next, w);
    next.workers[w].seen = 0;
    endings.ended(next.workers[w], Outcome.FAIL);
  }

  static void rollBack(State next, int w) {
    Row row = next.row(next.workers[w]);
    if (row.recordHeldBy == w) {
      row.recordHeldBy = Row.NOBODY;
    }
  }
}
