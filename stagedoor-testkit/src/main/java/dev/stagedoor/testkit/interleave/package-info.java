/**
 * Runs one job several times at once, in every order that matters: choices, the explorer that tries
 * them, the shrinker that finds the smallest that fails.
 */
@org.jspecify.annotations.NullMarked
package dev.stagedoor.testkit.interleave;
