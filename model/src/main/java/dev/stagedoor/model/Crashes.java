package dev.stagedoor.model;

import dev.stagedoor.model.Model.Kind;
import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Scenario.Trait;

/** Workers that are killed, or stopped and go on; a killed one starts anew under another name. */
final class Crashes extends Part {
  private final Endings endings;

  Crashes(World world, Endings endings) {
    super(world);
    this.endings = endings;
  }

  @Override
  void from(State state, Steps<State> out) {
    for (int w = 0; w < state.workers.length; w++) {
      Worker worker = state.workers[w];
      if (worker.isIdle()) {
        continue;
      }
      if (state.has(Fault.KILL_WORKER)) {
        State next = spend(state, Fault.KILL_WORKER);
        kill(next, w);
        fault(out, "$w is killed", w, 0, next);
      }
      if (worker.stopped) {
        stopped(state, w, out);
      } else if (state.has(Fault.STOP_WORKER)) {
        State next = spend(state, Fault.STOP_WORKER);
        next.workers[w].stopped = true;
        next.effects.death();
        fault(out, "$w is stopped", w, 0, next);
      }
    }
    deleteConsumers(state, out);
  }

  void kill(State next, int w) {
    if (!next.workers[w].stopped) {
      next.effects.death();
    }
    Interrupts.rollBack(next, w);
    for (Entry[] stream : new Entry[][] {next.entries, next.replica}) {
      for (Entry entry : stream) {
        if (entry.isPendingFor(world.consumer(w))) {
          entry.owner = world.deadConsumer();
        }
      }
    }
    next.workers[w].reset();
  }

  private void stopped(State state, int w, Steps<State> out) {
    if (!scenario.has(Trait.LOCAL_STREAMS)) {
      State next = state.copy();
      next.workers[w].stopped = false;
      out.step(Kind.WAKE, "$w goes on", w, 0, next);
    }
    if (state.workers[w].place.isInTransaction() && holds(Rule.IDLE_LIMIT)) {
      State next = state.copy();
      Interrupts.rollBack(next, w);
      next.workers[w].seen = 0;
      endings.ended(next.workers[w], Outcome.FAIL);
      progress(out, "PostgreSQL ends the transaction of $w, idle for too long", w, 0, next);
    }
  }

  private void deleteConsumers(State state, Steps<State> out) {
    for (int e = 0; e < state.entries.length; e++) {
      if (!holds(Rule.BUSY_CONSUMER_STAYS) && state.entries[e].isPendingFor(world.deadConsumer())) {
        State next = state.copy();
        next.writeStream();
        next.entries[e].where = Entry.Where.ORPHAN;
        progress(out, "the consumer that died with $e pending is deleted", 0, e, next);
      }
    }
  }
}
