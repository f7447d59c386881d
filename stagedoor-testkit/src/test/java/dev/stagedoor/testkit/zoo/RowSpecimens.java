package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.LOST;
import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.OWN_THREADS;
import static dev.stagedoor.testkit.interleave.Verdict.SWALLOWED_CRASH;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;

import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Order 7 becomes one row of the shipments. */
final class RowSpecimens {
  static final String TABLES =
      """
      CREATE TABLE orders (id bigint PRIMARY KEY, status text NOT NULL);
      CREATE TABLE shipments (id bigint GENERATED ALWAYS AS IDENTITY, order_id bigint NOT NULL);
      CREATE TABLE shipped (order_id bigint PRIMARY KEY);
      CREATE TABLE audit (order_id bigint NOT NULL, what text NOT NULL);
      INSERT INTO orders VALUES (7, 'paid');
      """;
  static final String SHIPMENT = "SELECT 1 FROM shipments WHERE order_id = 7";
  static final String SHIP = "INSERT INTO shipments (order_id) VALUES (7)";
  private static final String IS_PAID = "SELECT 1 FROM orders WHERE id = 7 AND status = 'paid'";
  private static final String UNIQUE_VIOLATION = "23505";
  private static final String SERIALIZATION_FAILURE = "40001";

  /** A twin waits here, then finds no such row any more. 0 rows: shipped before. */
  static final String CHANGE =
      "UPDATE orders SET status = 'shipped' WHERE id = 7 AND status = 'paid'";

  private RowSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        shipment(
            "read, then write",
            TWICE,
            "Both runs look before either has committed.",
            RowSpecimens::readThenWrite),
        shipment(
            "conditional write without its condition",
            TWICE,
            "The state is asked for before, and not in the statement that writes it.",
            RowSpecimens::withoutCondition),
        shipment(
            "count inside the insert",
            TWICE,
            "One statement, but at READ COMMITTED it does not see what is not committed.",
            RowSpecimens::countInInsert),
        shipment(
            "unique violation taken for success",
            LOST,
            "Whoever inserted the marker first may have died before the work.",
            RowSpecimens::uniqueViolationIsSuccess),
        shipment(
            "serialization failure taken for success",
            LOST,
            "The failure may come from another job's rows, and then nobody has done this one.",
            RowSpecimens::serializationFailureIsSuccess),
        shipment(
            "crash caught",
            SWALLOWED_CRASH,
            "Catching Throwable also catches what ends the process.",
            RowSpecimens::catchesEverything),
        shipment(
            "work on a thread of its own",
            OWN_THREADS,
            "Nobody orders the steps of a thread that the handler started.",
            RowSpecimens::ownThread),
        shipment(
            "conditional write and row",
            ONCE,
            "Only the run that changed the order adds the row, in the same transaction.",
            RowSpecimens::conditionalWrite),
        shipment(
            "unique row and work together",
            ONCE,
            "A unique violation comes after the winner's commit, work included.",
            RowSpecimens::uniqueRowWithWork),
        shipment(
            "serializable, failure let through",
            ONCE,
            "PostgreSQL fails one of two that both looked and wrote.",
            RowSpecimens::serializable));
  }

  static Specimen shipment(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "shipment",
        expected,
        why,
        () -> Handler.secondRun(handler).given(TABLES).exactlyOnceRows("shipment", SHIPMENT));
  }

  private static void readThenWrite(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (!db.found(SHIPMENT)) {
            db.update(SHIP);
          }
        });
  }

  private static void withoutCondition(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.found(IS_PAID)) {
            db.update("UPDATE orders SET status = 'shipped' WHERE id = 7");
            db.update(SHIP);
          }
        });
  }

  private static void countInInsert(World world) throws Exception {
    Db.transaction(
        world,
        db ->
            db.update(
                """
                INSERT INTO shipments (order_id)
                SELECT 7 WHERE (SELECT count(*) FROM shipments WHERE order_id = 7) = 0
                """));
  }

  private static void uniqueViolationIsSuccess(World world) throws Exception {
    try {
      Db.alone(world, "INSERT INTO shipped VALUES (7)");
    } catch (SQLException e) {
      if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
        return; // shipped before
      }
      throw e;
    }
    Db.alone(world, SHIP);
  }

  private static void serializationFailureIsSuccess(World world) throws Exception {
    try {
      serializable(world);
    } catch (SQLException e) {
      if (!SERIALIZATION_FAILURE.equals(e.getSQLState())) {
        throw e;
      } // else: another run was faster
    }
  }

  @SuppressWarnings("CatchAndPrintStackTrace") // that is what is wrong with it
  private static void catchesEverything(World world) {
    try {
      conditionalWrite(world);
    } catch (Throwable t) {
      System.getLogger("zoo").log(System.Logger.Level.DEBUG, "never mind", t);
    }
  }

  private static void ownThread(World world) {
    CompletableFuture.runAsync(
            () -> {
              try {
                conditionalWrite(world);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            })
        .join();
  }

  private static void conditionalWrite(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(CHANGE) == 1) {
            db.update(SHIP);
          }
        });
  }

  private static void uniqueRowWithWork(World world) throws Exception {
    try {
      Db.transaction(
          world,
          db -> {
            db.update("INSERT INTO shipped VALUES (7)");
            db.update(SHIP);
          });
    } catch (SQLException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  private static void serializable(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          db.connection().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
          if (!db.found(SHIPMENT)) {
            db.update(SHIP);
          }
        });
  }
}
