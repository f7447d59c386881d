/**
 * Processes of ours, started, told, heard, stopped and killed from outside. Promises that each of
 * them ends when whoever started it does, however that goes.
 */
@NullMarked
package dev.stagedoor.boxoffice.process;

import org.jspecify.annotations.NullMarked;
