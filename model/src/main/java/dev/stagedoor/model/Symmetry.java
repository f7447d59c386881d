package dev.stagedoor.model;

/**
 * Workers do the same, and so do relays: states that differ only in which of them is where count as
 * one. Sorts them by all that can be said of them, and renames whoever refers to them.
 */
final class Symmetry {
  private final Scenario scenario;

  Symmetry(Scenario scenario) {
    this.scenario = scenario;
  }

  /** Changes the state that is given. Processes with streams of their own are left as they are. */
  void sort(State state) {
    if (scenario.has(Scenario.Trait.LOCAL_STREAMS)) {
      return;
    }
    for (int pass = 1; pass < state.workers.length; pass++) {
      for (int i = 0; i + 1 < state.workers.length; i++) {
        if (rankOfWorker(state, i) > rankOfWorker(state, i + 1)) {
          swapWorkers(state, i);
        }
      }
    }
    if (state.relays.length == 2 && rankOfRelay(state, 0) > rankOfRelay(state, 1)) {
      swapRelays(state);
    }
  }

  private long rankOfWorker(State state, int number) {
    if (state.workers[number].isIdle() && !state.workers[number].freshClaim) {
      return references(state, number);
    }
    Bits bits = Bits.writing(2);
    state.workers[number].pass(bits, scenario);
    return bits.words()[0] << 16 | references(state, number);
  }

  private static long references(State state, int number) {
    long all = state.effects.owner == number ? 1 : 0;
    for (Row row : state.rows) {
      all = all << 1 | (row.recordHeldBy == number ? 1 : 0);
    }
    for (Entry entry : state.entries) {
      all = all << 1 | (entry.isPendingFor(number) ? 1 : 0);
    }
    for (Entry entry : state.replica) {
      all = all << 1 | (entry.isPendingFor(number) ? 1 : 0);
    }
    return all;
  }

  private void swapWorkers(State state, int first) {
    int second = first + 1;
    Worker worker = state.workers[first];
    state.workers[first] = state.workers[second];
    state.workers[second] = worker;
    state.effects.owner = swapped(state.effects.owner, first);
    for (Row row : state.rows) {
      row.recordHeldBy = swapped(row.recordHeldBy, first);
    }
    if (!scenario.has(Scenario.Trait.ONE_CONSUMER)) {
      swapOwners(state.entries, first);
      swapOwners(state.replica, first);
    }
  }

  private static void swapOwners(Entry[] entries, int first) {
    for (Entry entry : entries) {
      entry.owner = swapped(entry.owner, first);
    }
  }

  private static int swapped(int number, int first) {
    return number == first ? first + 1 : number == first + 1 ? first : number;
  }

  private long rankOfRelay(State state, int number) {
    Bits bits = Bits.writing(1);
    state.relays[number].pass(bits, scenario);
    return bits.words()[0];
  }

  private static void swapRelays(State state) {
    Relay relay = state.relays[0];
    state.relays[0] = state.relays[1];
    state.relays[1] = relay;
    for (Row row : state.rows) {
      row.lockedBy = swapped(row.lockedBy, 0);
    }
  }
}
