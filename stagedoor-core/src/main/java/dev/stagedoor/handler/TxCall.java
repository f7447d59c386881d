package dev.stagedoor.handler;

import dev.stagedoor.tx.Tx;

/** Work inside a transaction, with a result. */
@FunctionalInterface
public interface TxCall<T, X extends Exception> {
  T in(Tx tx) throws X;
}
