/**
 * Proves that a handler is idempotent, by running it through every second run in every order that
 * matters, on a real PostgreSQL; and the verbs of ordinary tests.
 */
@org.jspecify.annotations.NullMarked
package dev.stagedoor.testkit;
