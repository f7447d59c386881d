package dev.stagedoor.testkit.world;

/** What everything that is seen in one exploration shares. */
record Sight(Sessions sessions, DatabaseClock clock, Footprints footprints) {}
