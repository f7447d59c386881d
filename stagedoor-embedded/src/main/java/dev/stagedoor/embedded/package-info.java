/**
 * Real PostgreSQL and Redis servers for tests, the demo and {@code up}: unpacked from artifacts, on
 * free ports of the loopback interface, in temporary directories, and gone when this process is
 * gone, however it ends ({@link dev.stagedoor.embedded.ServerGuard}).
 *
 * <p>Not for data that anybody wants to keep: closing a server removes its directory.
 */
@NullMarked
package dev.stagedoor.embedded;

import org.jspecify.annotations.NullMarked;
