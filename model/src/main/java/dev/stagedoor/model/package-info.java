/**
 * The protocol of ARCHITECTURE.md as a model that is explored completely: every order of steps,
 * with faults up to a budget. Not published; single-threaded throughout.
 */
@NullMarked
package dev.stagedoor.model;

import org.jspecify.annotations.NullMarked;
