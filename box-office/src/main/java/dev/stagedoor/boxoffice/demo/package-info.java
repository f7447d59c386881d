/**
 * The demo: sells tickets through the real service while it kills, stops and wipes what runs, then
 * counts the effects where the library cannot be wrong about them. It looks on through listeners
 * and port decorators of its own processes; no handler and no part of the library knows of it.
 *
 * <p>Promises that every fault it reports took effect on a job that it names. It is no proof: it
 * shows the interleavings of one plan.
 */
@NullMarked
package dev.stagedoor.boxoffice.demo;

import org.jspecify.annotations.NullMarked;
