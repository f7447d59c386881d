package dev.stagedoor.testkit.interleave;

import java.util.List;
import java.util.Map;

/**
 * What one interleaving came to.
 *
 * @param interleaving with every choice that was made
 * @param boundaries how many each of the runs passed that were there from the start
 * @param counts how often each effect happened
 * @param complete false if it was left half-way: nothing new would have been seen, or nothing that
 *     is the same each time
 * @param hung whether it ended with a run that did not come to its next boundary
 */
public record Trace(
    Interleaving interleaving,
    List<Integer> boundaries,
    List<Event> events,
    Map<String, Long> counts,
    List<Finding> findings,
    boolean complete,
    boolean hung) {

  public Trace {
    events = List.copyOf(events);
    findings = List.copyOf(findings);
  }

  /** What must be the same when it is run again. */
  public List<String> signature() {
    return events.stream().map(Event::trace).toList();
  }
}
