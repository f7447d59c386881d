package dev.stagedoor.chaos.work;

/**
 * How long tasks take: most of them a few milliseconds.
 *
 * @param longOneIn one in so many is long
 * @param longMillis a long one takes up to this
 */
public record Work(int longOneIn, int longMillis) {
  public static final Work SHORT = new Work(20, 300);

  /** Longer than the reclaim time, some of them. */
  public static final Work LONG = new Work(5, 4_000);
}
