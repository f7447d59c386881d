/**
 * The wrong handlers, kept as named examples and shown failing: what most of us would write first.
 * Used by the demo's {@code --without} and by tests, never by the box office.
 *
 * <p>Each leaves out one technique. One more cannot be written here: a handler that records the
 * <em>entry id</em> of its delivery instead of the job's id. A relay that dies between publishing
 * and marking publishes a row twice, as two entries with two ids, and a table keyed on them lets
 * both through. So {@code JobRun} has no entry id to give; it is only in the events that listeners
 * hear.
 */
@NullMarked
package dev.stagedoor.boxoffice.naive;

import org.jspecify.annotations.NullMarked;
