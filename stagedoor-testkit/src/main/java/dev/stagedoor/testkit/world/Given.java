package dev.stagedoor.testkit.world;

import java.sql.Connection;

/** Tables and rows that every interleaving starts with. Committed when it returns. */
@FunctionalInterface
public interface Given {
  void rows(Connection connection) throws Exception;
}
