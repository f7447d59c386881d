package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.LOST;
import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;

import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.Inbox;
import dev.stagedoor.testkit.zoo.Providers.ModelInbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;

/** Order 7 brings customer 3 ten loyalty points. */
final class PointsSpecimens {
  private static final String TABLES =
      """
      CREATE TABLE loyalty (customer bigint PRIMARY KEY, points bigint NOT NULL);
      CREATE TABLE processed (id text PRIMARY KEY);
      CREATE TABLE orders (id bigint PRIMARY KEY, credited boolean NOT NULL);
      INSERT INTO loyalty VALUES (3, 100);
      INSERT INTO orders VALUES (7, false);
      """;
  private static final String ADD = "UPDATE loyalty SET points = points + 10 WHERE customer = 3";
  private static final String POINTS = "SELECT points FROM loyalty WHERE customer = 3";
  private static final String PROCESSED = "SELECT 1 FROM processed WHERE id = 'order-7'";

  /** A twin waits here until it is decided. 0 rows: an earlier run has committed. */
  private static final String RECORD =
      "INSERT INTO processed VALUES ('order-7') ON CONFLICT (id) DO NOTHING";

  private PointsSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        points(
            "recorded before, in another transaction",
            LOST,
            "A crash between the two leaves a record of points that were never added.",
            PointsSpecimens::recordedBefore),
        points(
            "recorded after, in another transaction",
            TWICE,
            "A crash between the two leaves points that no record tells of.",
            PointsSpecimens::recordedAfter),
        points(
            "read, add, write",
            TWICE,
            "Two runs both find nothing recorded; often the second hides the first.",
            PointsSpecimens::readModifyWrite),
        points(
            "upsert that adds",
            TWICE,
            "An upsert is idempotent only where it writes a value, not where it adds one.",
            PointsSpecimens::upsertThatAdds),
        points(
            "keyed on the entry id",
            TWICE,
            "A message that was published twice has two entry ids.",
            PointsSpecimens::keyedOnEntry),
        points(
            "failure rolled back to a savepoint",
            LOST,
            "The record commits, and what it tells of was rolled back alone.",
            PointsSpecimens::savepoint),
        points(
            "commit tried again inside",
            TWICE,
            "A commit whose reply was lost has happened, and only the check is not repeated.",
            PointsSpecimens::commitAgain),
        points(
            "job id in the effect's transaction",
            ONCE,
            "The record commits with the points, or neither does.",
            PointsSpecimens::recordedWith),
        points(
            "row locked, looked at, written",
            ONCE,
            "The lock on the order is held from the check to the commit.",
            PointsSpecimens::lockLookWrite),
        points(
            "repeatable read, failure let through",
            ONCE,
            "The second write to the order fails, and the job comes again.",
            PointsSpecimens::repeatableRead));
  }

  private static Specimen points(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "points",
        expected,
        why,
        () ->
            Handler.secondRun(handler)
                .given(TABLES)
                .client(Inbox.class, ModelInbox::new)
                .exactlyOnceValue("points", 10, POINTS));
  }

  private static void recordedBefore(World world) throws Exception {
    if (Db.alone(world, RECORD) == 1) {
      Db.alone(world, ADD);
    }
  }

  private static void recordedAfter(World world) throws Exception {
    if (!Db.look(world, PROCESSED)) {
      Db.alone(world, ADD);
      Db.alone(world, RECORD);
    }
  }

  private static void readModifyWrite(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (!db.found(PROCESSED)) {
            long points = db.number(POINTS);
            db.update("UPDATE loyalty SET points = ? WHERE customer = 3", points + 10);
            db.update(RECORD);
          }
        });
  }

  private static void upsertThatAdds(World world) throws Exception {
    Db.alone(
        world,
        """
        INSERT INTO loyalty AS old VALUES (3, 10)
        ON CONFLICT (customer) DO UPDATE SET points = old.points + excluded.points
        """);
  }

  private static void keyedOnEntry(World world) throws Exception {
    String entry = world.client(Inbox.class).entryId();
    Db.transaction(
        world,
        db -> {
          if (db.update("INSERT INTO processed VALUES (?) ON CONFLICT DO NOTHING", entry) == 1) {
            db.update(ADD);
          }
        });
  }

  private static void savepoint(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(RECORD) == 1) {
            Savepoint before = db.connection().setSavepoint();
            try {
              db.update(ADD);
            } catch (SQLException e) {
              db.connection().rollback(before);
            }
          }
        });
  }

  private static void commitAgain(World world) throws Exception {
    try {
      recordedWith(world);
    } catch (SQLException e) {
      Db.transaction(world, db -> db.update(ADD)); // the check was passed above
    }
  }

  private static void recordedWith(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(RECORD) == 1) {
            db.update(ADD);
          }
        });
  }

  private static void lockLookWrite(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.found("SELECT 1 FROM orders WHERE id = 7 AND NOT credited FOR UPDATE")) {
            db.update(ADD);
            db.update("UPDATE orders SET credited = true WHERE id = 7");
          }
        });
  }

  private static void repeatableRead(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          db.connection().setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
          if (db.found("SELECT 1 FROM orders WHERE id = 7 AND NOT credited")) {
            db.update("UPDATE orders SET credited = true WHERE id = 7");
            db.update(ADD);
          }
        });
  }
}
