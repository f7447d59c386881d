package dev.stagedoor.boxoffice.demo;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What will be bought and what will go wrong, decided before anything starts. Immutable; the same
 * for the same seed and options.
 *
 * @param seatsOfEvents how many seats each event needs, the events being numbered from 0
 * @param orders in the order of placing
 * @param faults in the order of placing, at most one for each order
 * @param unplaced faults for which there is no order
 * @param spares orders kept for the end, for faults that have to be placed once more
 */
record Plan(
    long seed,
    List<Integer> seatsOfEvents,
    List<PlannedOrder> orders,
    List<PlannedFault> faults,
    List<Spot> unplaced,
    List<Integer> spares) {
  Plan {
    seatsOfEvents = List.copyOf(seatsOfEvents);
    orders = List.copyOf(orders);
    faults = List.copyOf(faults);
    unplaced = List.copyOf(unplaced);
    spares = List.copyOf(spares);
  }

  /** The faults by the index of their order. */
  Map<Integer, PlannedFault> faultsByOrder() {
    return faults.stream().collect(Collectors.toMap(PlannedFault::order, Function.identity()));
  }
}
