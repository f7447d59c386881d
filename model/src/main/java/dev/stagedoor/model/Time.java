package dev.stagedoor.model;

import dev.stagedoor.model.Effects.Key;
import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Scenario.Trait;

/** Time passes as it likes, unless the contract says that somebody is quicker. */
final class Time extends Part {
  Time(World world) {
    super(world);
  }

  @Override
  void from(State state, Steps<State> out) {
    for (int job = 0; job < state.rows.length; job++) {
      if (state.rows[job].isLive() && !state.rows[job].due) {
        State next = state.copy();
        next.rows[job].due = true;
        progress(out, "$j is due", 0, job, next);
      }
    }
    for (int w = 0; w < state.workers.length; w++) {
      if (state.workers[w].freshClaim) {
        stale(state, w, out);
      }
    }
    if (scenario.has(Trait.KEYS_EXPIRE)) {
      age(state, out);
    }
  }

  /** A sender that is not stopped is done before its claim goes stale. */
  private void stale(State state, int w, Steps<State> out) {
    Worker worker = state.workers[w];
    if (isSending(worker) && !worker.late) {
      if (state.has(Fault.CLOCK_JUMP)) {
        State next = spend(state, Fault.CLOCK_JUMP);
        goStale(next, w);
        fault(
            out, "the database's clock jumps: the claim of $w is stale while it sends", w, 0, next);
      }
      return;
    }
    State next = state.copy();
    goStale(next, w);
    next.workers[w].late = worker.place == Place.SEND;
    progress(out, "the claim of $w is stale", w, 0, next);
  }

  private static boolean isSending(Worker worker) {
    return worker.place == Place.SEND && !worker.stopped && !worker.hangs;
  }

  private static void goStale(State next, int w) {
    next.workers[w].freshClaim = false;
    if (next.effects.owner == w) {
      next.effects.fresh = false;
    }
  }

  private void age(State state, Steps<State> out) {
    Key key = state.effects.key;
    if (key == Key.REMEMBERED) {
      State next = state.copy();
      next.effects.key = Key.ENDING;
      progress(out, "less than the send time-out is left of the key's life", 0, 0, next);
    } else if (mayForget(state)) {
      State next = state.copy();
      next.effects.key = key == Key.ENDING ? Key.FORGOTTEN : key;
      next.effects.providerForgot = next.effects.accepted > 0;
      for (Worker worker : next.workers) {
        worker.late |= worker.place == Place.SEND && worker.stopped;
      }
      progress(out, "the provider forgets the key", 0, 0, next);
    }
  }

  /** Whoever has claimed in time and is not stopped sends before the key's life is over. */
  private static boolean mayForget(State state) {
    Effects effects = state.effects;
    boolean ends =
        effects.key == Key.ENDING
            || (effects.key == Key.NOT_TRIED && effects.accepted > 0 && !effects.providerForgot);
    for (Worker worker : state.workers) {
      ends &= !isSending(worker) || worker.late || worker.claimedLate;
    }
    return ends;
  }
}
