/** The four techniques of idempotency. Each says first what it does not give. */
@NullMarked
package dev.stagedoor.effect;

import org.jspecify.annotations.NullMarked;
