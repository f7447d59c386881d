/**
 * Transactions as Stagedoor needs them: opened by an SPI, joined by the user's own data access,
 * never committed from inside.
 */
@NullMarked
package dev.stagedoor.tx;

import org.jspecify.annotations.NullMarked;
