/** Whether every write of a job's row is a row of the table of transitions. */
@NullMarked
package dev.stagedoor.chaos.conform;

import org.jspecify.annotations.NullMarked;
