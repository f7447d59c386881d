package dev.stagedoor.effect;

/** What to do after a send of unknown outcome to a provider that keeps no keys. */
public enum Unsure {
  /** At most once: the effect and its job are parked for a person. */
  PARK,
  /** At least once: it is sent again, and may arrive twice. */
  SEND_AGAIN
}
