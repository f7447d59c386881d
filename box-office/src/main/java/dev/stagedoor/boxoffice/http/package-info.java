/**
 * What the service, its clients of providers and the sandboxes say alike over HTTP: JSON, problem
 * details, the Idempotency-Key header.
 */
@NullMarked
package dev.stagedoor.boxoffice.http;

import org.jspecify.annotations.NullMarked;
