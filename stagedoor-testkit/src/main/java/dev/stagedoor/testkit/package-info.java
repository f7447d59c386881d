/**
 * Proves that a handler is idempotent, by running it through every second run in every order that
 * matters, on a real PostgreSQL; and the verbs of ordinary tests.
 */
@NullMarked
package dev.stagedoor.testkit;

import org.jspecify.annotations.NullMarked;
