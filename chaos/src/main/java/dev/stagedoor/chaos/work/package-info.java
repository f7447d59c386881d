/**
 * What the processes have to do while they are struck, and the judge who counts it: jobs whose
 * effects are rows in a table that Stagedoor knows nothing of, and requests that a provider outside
 * of every struck process has accepted.
 */
@NullMarked
package dev.stagedoor.chaos.work;

import org.jspecify.annotations.NullMarked;
