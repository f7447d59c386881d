package dev.stagedoor.boxoffice.demo;

/**
 * One fault to place.
 *
 * @param number from 1, in the order of placing
 * @param order the index of the order whose job it strikes
 */
record PlannedFault(int number, Spot spot, int order) {
  /** The same fault for another order. */
  PlannedFault on(int other) {
    return new PlannedFault(number, spot, other);
  }
}
