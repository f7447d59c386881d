package dev.stagedoor.testkit.sample;

import dev.stagedoor.testkit.StagedoorTest;
import dev.stagedoor.testkit.TestDatabase;
import dev.stagedoor.testkit.TestStagedoor;
import org.junit.jupiter.api.Test;

/** Marks what returns no data source. */
@StagedoorTest
class WrongDatabase {
  @TestDatabase
  static String database() {
    return "jdbc:postgresql:…";
  }

  @Test
  void isRefused(TestStagedoor stagedoor) {
    throw new AssertionError(stagedoor);
  }
}
