/**
 * Runs one job several times at once, in every order that matters: choices, the explorer that tries
 * them, the shrinker that finds the smallest that fails.
 */
@NullMarked
package dev.stagedoor.testkit.interleave;

import org.jspecify.annotations.NullMarked;
