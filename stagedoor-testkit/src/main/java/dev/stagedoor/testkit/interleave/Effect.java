package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.world.Count;

/**
 * An effect, by what counts.
 *
 * @param by how much it is to grow
 * @param isPutBack whether its count is the same at the start of each interleaving
 * @param query of a counter, whose tables only one run may write; empty for what is counted by
 *     itself
 */
public record Effect(String name, long by, boolean isPutBack, String query, Count count) {}
