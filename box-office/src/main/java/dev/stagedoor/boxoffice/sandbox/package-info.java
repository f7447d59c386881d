/**
 * A provider to try things on: a real HTTP server in a process of its own, with its own table of
 * keys, faults on demand, and a count of what it really accepted. Promises nothing beyond the life
 * of its process.
 */
@NullMarked
package dev.stagedoor.boxoffice.sandbox;

import org.jspecify.annotations.NullMarked;
