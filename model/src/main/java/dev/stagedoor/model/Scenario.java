package dev.stagedoor.model;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How big the world is, what may go wrong in it and how often, and which rules are off. Immutable.
 *
 * @param jobs the handler of each; children follow their parent
 * @param entries places for entries at a time; a relay that finds none rolls back
 * @param maxFailures with so many counted failures a job is dead
 */
record Scenario(
    String name,
    List<Handler> jobs,
    int workers,
    int relays,
    int entries,
    int maxFailures,
    Set<Trait> traits,
    Map<Fault, Integer> faults,
    Set<Rule> without) {

  /** What else is true of its world. */
  enum Trait {
    /** The provider forgets keys one day. */
    KEYS_EXPIRE,
    /** Two deaths make a job dead. */
    QUARANTINE,
    /** The handler throws before it sends, always. */
    HOPELESS,
    /** A run outlasts the reclaim time, and nothing extends its entry. */
    SLOW,
    /** The workers are slots of one process: one consumer of the stream. */
    ONE_CONSUMER,
    /** Each process has a stream in its memory, with a worker and a relay. */
    LOCAL_STREAMS,
    /**
     * A process stream is given up only while its relay is idle, and its process finds that before
     * it does anything else.
     */
    TOLD_FIRST
  }

  static Scenario of(String name, Handler... jobs) {
    return new Scenario(name, List.of(jobs), 2, 1, 3, 2, Set.of(), Map.of(), Set.of());
  }

  Scenario named(String other) {
    return new Scenario(
        other, jobs, workers, relays, entries, maxFailures, traits, faults, without);
  }

  Scenario size(int newWorkers, int newRelays, int newEntries) {
    return new Scenario(
        name, jobs, newWorkers, newRelays, newEntries, maxFailures, traits, faults, without);
  }

  Scenario failures(int most) {
    return new Scenario(name, jobs, workers, relays, entries, most, traits, faults, without);
  }

  Scenario in(Trait trait) {
    Set<Trait> more = EnumSet.of(trait);
    more.addAll(traits);
    return new Scenario(name, jobs, workers, relays, entries, maxFailures, more, faults, without);
  }

  Scenario with(Fault fault, int times) {
    Map<Fault, Integer> more = new EnumMap<>(Fault.class);
    more.putAll(faults);
    more.put(fault, times);
    return new Scenario(name, jobs, workers, relays, entries, maxFailures, traits, more, without);
  }

  Scenario with(Fault fault) {
    return with(fault, 1);
  }

  Scenario without(Rule rule) {
    Set<Rule> more = EnumSet.of(rule);
    more.addAll(without);
    return new Scenario(name, jobs, workers, relays, entries, maxFailures, traits, faults, more);
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  boolean holds(Rule rule) {
    return !without.contains(rule);
  }

  int times(Fault fault) {
    return faults.getOrDefault(fault, 0);
  }

  /** Places for names of streams: old ones are in use until nothing refers to them. */
  int streams() {
    return has(Trait.LOCAL_STREAMS) ? workers + 2 : 1;
  }

  @Override
  public String toString() {
    return name + (without.isEmpty() ? "" : " without " + without);
  }
}
