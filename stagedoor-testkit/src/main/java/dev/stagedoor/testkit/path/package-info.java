/**
 * The ways in which a job is delivered again: what is played around the handler, for Stagedoor's
 * own jobs by the library itself, for those of any other queue by a queue that forgets nothing.
 */
@NullMarked
package dev.stagedoor.testkit.path;

import org.jspecify.annotations.NullMarked;
