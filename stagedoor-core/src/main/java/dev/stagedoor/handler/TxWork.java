package dev.stagedoor.handler;

import dev.stagedoor.tx.Tx;

/** Work inside a transaction, without a result. */
@FunctionalInterface
public interface TxWork<X extends Exception> {
  void in(Tx tx) throws X;
}
