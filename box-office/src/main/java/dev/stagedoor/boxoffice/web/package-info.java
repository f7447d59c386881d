/**
 * The box office over HTTP. Promises one answer to one intent for a client that sends an
 * Idempotency-Key, for a day; every refusal as problem details, or as a page where people read it.
 * Does not know who is asking: bind it to a network only behind something that does.
 */
@NullMarked
package dev.stagedoor.boxoffice.web;

import org.jspecify.annotations.NullMarked;
