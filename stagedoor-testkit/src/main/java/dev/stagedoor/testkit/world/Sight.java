package dev.stagedoor.testkit.world;

/** What everything that is seen in one exploration shares. */
record Sight(Sessions sessions, DatabaseClock clock, Footprints footprints) {
  private static final String IMPATIENCE = "set_config('lock_timeout', '250ms', true)";
  private static final String PATIENCE = "set_config('lock_timeout', '0', true)";

  /**
   * The statement as it is sent: in moved time, and without Stagedoor's own lock time-out, which
   * runs in real time: how long a run waits for another's lock is the explorer's to say.
   */
  static String rewrite(String sql) {
    return DatabaseClock.rewrite(sql).replace(IMPATIENCE, PATIENCE);
  }
}
