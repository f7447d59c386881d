package dev.stagedoor.embedded;

import java.util.Map;

/** How much a commit of an embedded PostgreSQL is worth. */
public enum Durability {
  /** {@code fsync} and {@code synchronous_commit} on, as in production: survives a power cut. */
  DURABLE(Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on")),

  /**
   * Nothing waits for the disk, and the data is in memory where the machine has room for it. For
   * unit tests only: what is measured on it says nothing about a real server. It survives {@code
   * restart} and the death of its processes all the same, since the operating system keeps what was
   * written.
   */
  FAST(Map.of("fsync", "off", "synchronous_commit", "off", "full_page_writes", "off"));

  private final Map<String, String> settings;

  Durability(Map<String, String> settings) {
    this.settings = settings;
  }

  Map<String, String> settings() {
    return settings;
  }
}
