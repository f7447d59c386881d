/**
 * Runs in a process of their own that is killed with SIGKILL at a boundary: no {@code finally}, no
 * shutdown hook, a socket that just closes. The models of providers stay in the test's process.
 */
@NullMarked
package dev.stagedoor.testkit.kill;

import org.jspecify.annotations.NullMarked;
