package dev.stagedoor.handler;

import dev.stagedoor.tx.Tx;
import org.jspecify.annotations.Nullable;

/** Work inside a transaction, with a result. */
@FunctionalInterface
public interface TxCall<T extends @Nullable Object, X extends Exception> {
  T in(Tx tx) throws X;
}
