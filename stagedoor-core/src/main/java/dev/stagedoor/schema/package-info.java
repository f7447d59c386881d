/** The tables of Stagedoor as numbered SQL scripts, run under a transaction-level advisory lock. */
@NullMarked
package dev.stagedoor.schema;

import org.jspecify.annotations.NullMarked;
