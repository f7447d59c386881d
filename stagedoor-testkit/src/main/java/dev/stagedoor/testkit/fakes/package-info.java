/**
 * Fakes for tests: a clock that moves when told, and providers that remember idempotency keys. Each
 * passes the contract suite that the real one passes.
 */
@NullMarked
package dev.stagedoor.testkit.fakes;

import org.jspecify.annotations.NullMarked;
