/**
 * What is kept of jobs that have ended, for how long, and what is counted of them by the minute.
 * History is not truth: nothing that a job does rests on how long it is kept.
 */
@NullMarked
package dev.stagedoor.history;

import org.jspecify.annotations.NullMarked;
