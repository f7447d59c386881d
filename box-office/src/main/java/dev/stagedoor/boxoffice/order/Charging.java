package dev.stagedoor.boxoffice.order;

/** Whether this box office takes money. */
public enum Charging {
  /** There is no payment provider: every order is confirmed as it is placed, whatever it costs. */
  OFF,
  /** Orders that cost something are paid first. */
  ON
}
