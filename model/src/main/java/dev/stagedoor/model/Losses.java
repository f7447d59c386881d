package dev.stagedoor.model;

import dev.stagedoor.model.Entry.Where;
import dev.stagedoor.model.Model.Steps;

/** What a stream may lose, and how relays come to suspect it. */
final class Losses extends Part {
  Losses(World world) {
    super(world);
  }

  @Override
  void from(State state, Steps<State> out) {
    if (state.has(Fault.WIPE)) {
      State next = spend(state, Fault.WIPE);
      for (int e = 0; e < next.entries.length; e++) {
        next.entries[e].remove();
      }
      for (Entry entry : next.replica) {
        entry.remove();
      }
      next.streams[0].suspect = true;
      fault(out, "the stream is wiped", 0, 0, next);
    }
    if (state.has(Fault.PROMOTE_REPLICA) && isBehind(state)) {
      State next = spend(state, Fault.PROMOTE_REPLICA);
      for (int e = 0; e < next.entries.length; e++) {
        next.entries[e] = next.replica[e].copy();
      }
      next.writeStream();
      next.streams[0].suspect = true;
      fault(out, "a replica is promoted that is one write behind", 0, 0, next);
    }
    for (int e = 0; e < state.entries.length; e++) {
      lose(state, e, out);
    }
    for (int i = 0; i < state.streams.length; i++) {
      suspect(state, i, out);
    }
  }

  private static boolean isBehind(State state) {
    for (int e = 0; e < state.entries.length; e++) {
      if (!state.entries[e].same(state.replica[e])) {
        return true;
      }
    }
    return false;
  }

  private static void lose(State state, int e, Steps<State> out) {
    Where where = state.entries[e].where;
    if (where != Where.ABSENT && state.has(Fault.LOSE_ENTRY)) {
      State next = spend(state, Fault.LOSE_ENTRY);
      next.entries[e].remove();
      fault(out, "$e is lost", 0, e, next);
    }
    if (where == Where.PENDING && state.has(Fault.DELETE_CONSUMER)) {
      State next = spend(state, Fault.DELETE_CONSUMER);
      next.entries[e].where = Where.ORPHAN;
      fault(out, "somebody deletes the consumer for which $e is pending", 0, e, next);
    }
  }

  private void suspect(State state, int stream, Steps<State> out) {
    if (state.streams[stream].suspect && holds(Rule.SUSPICION_RAISES_EPOCH)) {
      State next = state.copy();
      next.streams[stream].suspect = false;
      Relays.raiseEpoch(next, stream);
      progress(out, "a relay suspects a loss and raises the epoch", 0, 0, next);
    }
    if (state.has(Fault.SUSPECT_FALSELY)) {
      State next = spend(state, Fault.SUSPECT_FALSELY);
      Relays.raiseEpoch(next, stream);
      fault(out, "a relay suspects a loss where there is none, and raises the epoch", 0, 0, next);
    }
  }
}
