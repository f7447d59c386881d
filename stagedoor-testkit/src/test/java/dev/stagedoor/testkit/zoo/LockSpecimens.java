package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.DEADLOCK;
import static dev.stagedoor.testkit.interleave.Verdict.LOST;
import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;
import static dev.stagedoor.testkit.zoo.RowSpecimens.SHIP;
import static dev.stagedoor.testkit.zoo.RowSpecimens.SHIPMENT;

import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import java.util.List;

/** Locks of PostgreSQL that are taken too late, let go too early, or on nothing at all. */
final class LockSpecimens {
  private static final String IS_PAID = "SELECT 1 FROM orders WHERE id = 7 AND status = 'paid'";
  private static final String SHIPPED = "UPDATE orders SET status = 'shipped' WHERE id = 7";
  private static final String INDEX =
      """
      CREATE TABLE seats (id bigint PRIMARY KEY, name text NOT NULL);
      CREATE TABLE seat_index (word text NOT NULL, seat bigint NOT NULL);
      INSERT INTO seats VALUES (1, 'balcony');
      """;
  private static final String CLEAR_INDEX = "DELETE FROM seat_index";
  private static final String FILL_INDEX = "INSERT INTO seat_index SELECT name, id FROM seats";

  private LockSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        RowSpecimens.shipment(
            "lock on a row that is not there",
            TWICE,
            "FOR UPDATE locks what it finds, and it finds nothing.",
            LockSpecimens::lockNothing),
        RowSpecimens.shipment(
            "looked at outside the lock",
            TWICE,
            "The order is locked after it was looked at, and not looked at again.",
            LockSpecimens::lookThenLock),
        RowSpecimens.shipment(
            "advisory lock let go before the commit",
            TWICE,
            "The twin gets the lock, and does not see what is not committed.",
            LockSpecimens::unlockBeforeCommit),
        RowSpecimens.shipment(
            "locked row passed over",
            LOST,
            "Whoever finds the order locked takes it for done, and its holder may be dying.",
            LockSpecimens::passOverLocked),
        RowSpecimens.shipment(
            "shared lock made stronger",
            DEADLOCK,
            "Both hold the shared lock that the other one waits for.",
            LockSpecimens::sharedThenExclusive),
        index(
            "index cleared and filled",
            TWICE,
            "At READ COMMITTED neither run's delete sees the rows of the other.",
            LockSpecimens::clearAndFill),
        RowSpecimens.shipment(
            "lock, look, write",
            ONCE,
            "The order is looked at under the lock that is held to the commit.",
            LockSpecimens::lockLookWrite),
        RowSpecimens.shipment(
            "advisory lock of the transaction",
            ONCE,
            "The lock is let go by the commit itself.",
            LockSpecimens::lockOfTransaction),
        index(
            "index filled under a lock",
            ONCE,
            "One run at a time rebuilds, and the second does the same again.",
            LockSpecimens::clearAndFillLocked));
  }

  private static Specimen index(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "index",
        expected,
        why,
        () ->
            Handler.secondRun(handler)
                .given(INDEX)
                .exactlyOnceRows("index entry", "SELECT 1 FROM seat_index"));
  }

  private static void lockNothing(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (!db.found(SHIPMENT + " FOR UPDATE")) {
            db.update(SHIP);
          }
        });
  }

  private static void lookThenLock(World world) throws Exception {
    if (Db.look(world, IS_PAID)) {
      Db.transaction(
          world,
          db -> {
            db.run("SELECT 1 FROM orders WHERE id = 7 FOR UPDATE");
            db.update(SHIP);
            db.update(SHIPPED);
          });
    }
  }

  private static void unlockBeforeCommit(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          db.run("SELECT pg_advisory_lock(7)");
          if (!db.found(SHIPMENT)) {
            db.update(SHIP);
          }
          db.run("SELECT pg_advisory_unlock(7)");
        });
  }

  private static void passOverLocked(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.found("SELECT 1 FROM orders WHERE id = 7 FOR UPDATE SKIP LOCKED")
              && !db.found(SHIPMENT)) {
            db.update(SHIP);
          }
        });
  }

  private static void sharedThenExclusive(World world) throws Exception {
    lockLookWrite(world, " FOR SHARE");
  }

  private static void clearAndFill(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          db.update(CLEAR_INDEX);
          db.update(FILL_INDEX);
        });
  }

  private static void lockLookWrite(World world) throws Exception {
    lockLookWrite(world, " FOR UPDATE");
  }

  private static void lockLookWrite(World world, String lock) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.found(IS_PAID + lock)) {
            db.update(SHIPPED);
            db.update(SHIP);
          }
        });
  }

  private static void lockOfTransaction(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          db.run("SELECT pg_advisory_xact_lock(7)");
          if (!db.found(SHIPMENT)) {
            db.update(SHIP);
          }
        });
  }

  private static void clearAndFillLocked(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          db.run("LOCK TABLE seat_index IN EXCLUSIVE MODE");
          db.update(CLEAR_INDEX);
          db.update(FILL_INDEX);
        });
  }
}
