/**
 * The command line: what an operator asks and does. Commands are public, to be mounted beside
 * others.
 *
 * <p>Promises: 0 is good, 1 means that a problem was found, 2 that the command was used badly or a
 * server does not let it work, 70 a fault of this program; a fault of the first three kinds is one
 * line on standard error, without a stack trace. Does not promise the wording of lines for people;
 * {@code --json} keeps its fields as long as {@code "v"} stays.
 */
@NullMarked
package dev.stagedoor.cli;

import org.jspecify.annotations.NullMarked;
