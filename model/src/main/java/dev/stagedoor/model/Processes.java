package dev.stagedoor.model;

import dev.stagedoor.model.Model.Kind;
import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Scenario.Trait;
import dev.stagedoor.model.Worker.Interrupt;

/**
 * Processes with a stream in their memory: registered, given up by others, forgotten, named anew.
 * Process, worker and relay have the same number.
 */
final class Processes extends Part {
  private final Crashes crashes;

  Processes(World world, Crashes crashes) {
    super(world);
    this.crashes = crashes;
  }

  @Override
  void from(State state, Steps<State> out) {
    if (!scenario.has(Trait.LOCAL_STREAMS)) {
      return;
    }
    for (int p = 0; p < state.workers.length; p++) {
      int stream = world.streamOf(state, p);
      if (stream == World.NONE) {
        start(state, p, out);
      } else if (state.relays[p].stopped) {
        State next = state.copy();
        stop(next, p, false);
        out.step(Kind.WAKE, "$p goes on", p, 0, next);
      } else {
        live(state, p, stream, out);
      }
    }
  }

  private void start(State state, int p, Steps<State> out) {
    int name = freeName(state);
    if (name != World.NONE) {
      State next = state.copy();
      take(next, p, name);
      progress(out, "$p starts, with a stream of a new name", p, 0, next);
    }
  }

  private static void take(State next, int p, int name) {
    next.streams[name].process = p;
    next.streams[name].registered = true;
  }

  /** Names are never used again: a place for one is free when nothing refers to it. */
  private static int freeName(State state) {
    for (int i = 0; i < state.streams.length; i++) {
      if (state.streams[i].isFree() && !isReferredTo(state, i)) {
        return i;
      }
    }
    return World.NONE;
  }

  private static boolean isReferredTo(State state, int stream) {
    for (Row row : state.rows) {
      if (row.mark != Row.NO_MARK && row.markStream == stream) {
        return true;
      }
    }
    for (Relay relay : state.relays) {
      if (!relay.isIdle() && relay.stream == stream) {
        return true;
      }
    }
    return false;
  }

  private static void stop(State next, int p, boolean stopped) {
    next.workers[p].stopped = stopped;
    next.relays[p].stopped = stopped;
  }

  private void live(State state, int p, int stream, Steps<State> out) {
    if (!state.streams[stream].registered) {
      findsItselfGivenUp(state, p, stream, out);
    }
    for (int other = 0; other < state.streams.length; other++) {
      giveUp(state, p, other, out);
    }
    if (state.has(Fault.KILL_PROCESS)) {
      State next = spend(state, Fault.KILL_PROCESS);
      crashes.kill(next, p);
      Relays.rollBack(next, p);
      forget(next, stream);
      next.streams[stream].process = Registration.NOBODY;
      fault(out, "$p is killed", p, 0, next);
    }
    if (state.has(Fault.STOP_PROCESS)) {
      State next = spend(state, Fault.STOP_PROCESS);
      stop(next, p, true);
      next.effects.death();
      fault(out, "$p is stopped", p, 0, next);
    }
  }

  private void giveUp(State state, int p, int stream, Steps<State> out) {
    Registration other = state.streams[stream];
    if (!other.registered || other.process == p) {
      return;
    }
    if (other.process == Registration.NOBODY || state.relays[other.process].stopped) {
      State next = state.copy();
      next.streams[stream].registered = false;
      progress(out, "$p gives up a stream that nobody has renewed", p, 0, next);
    } else if (state.has(Fault.CUT_OFF)
        && (state.relays[other.process].isIdle() || !scenario.has(Trait.TOLD_FIRST))) {
      State next = spend(state, Fault.CUT_OFF);
      next.streams[stream].registered = false;
      fault(out, "$p gives up a stream whose process was cut off", p, 0, next);
    }
  }

  private void findsItselfGivenUp(State state, int p, int stream, Steps<State> out) {
    if (!holds(Rule.GIVEN_UP_FORGETS)) {
      State next = state.copy();
      next.streams[stream].registered = true;
      Relays.raiseEpoch(next, stream);
      progress(out, "$p finds itself given up, and registers the same name", p, 0, next);
      return;
    }
    int name = freeName(state);
    if (name != World.NONE) {
      State next = state.copy();
      tell(next.workers[p]);
      forget(next, stream);
      next.streams[stream].process = Registration.NOBODY;
      take(next, p, name);
      progress(out, "$p finds itself given up, forgets its entries, takes a new name", p, 0, next);
    }
  }

  /** What it has in hand belongs to others now. */
  private static void tell(Worker worker) {
    worker.extending = false;
    if (worker.place == Place.READ || worker.place == Place.COUNTED) {
      worker.reset();
    } else if (worker.place.isInHandler() && worker.interrupt == Interrupt.NONE) {
      worker.interrupt = Interrupt.SUPERSEDED;
    }
  }

  private static void forget(State next, int stream) {
    for (Entry entry : next.entries) {
      if (entry.stream == stream) {
        entry.remove();
      }
    }
  }
}
