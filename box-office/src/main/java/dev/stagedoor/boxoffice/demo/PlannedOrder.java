package dev.stagedoor.boxoffice.demo;

/**
 * One order to place.
 *
 * @param index from 0, in the order of placing
 * @param event which of the demo's events, from 0
 * @param firstSeat position of its first seat at that event, from 0
 * @param seats how many
 * @param repeated whether the same request is sent once more under the same Idempotency-Key
 */
record PlannedOrder(
    int index, int event, int firstSeat, int seats, String buyer, boolean repeated) {}
