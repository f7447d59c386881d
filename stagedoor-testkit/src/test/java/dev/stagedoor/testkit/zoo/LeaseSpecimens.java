package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;
import static dev.stagedoor.testkit.zoo.RowSpecimens.SHIP;
import static dev.stagedoor.testkit.zoo.RowSpecimens.SHIPMENT;

import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.ClientFaults;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.Busy;
import dev.stagedoor.testkit.zoo.Providers.Carrier;
import dev.stagedoor.testkit.zoo.Providers.ModelCarrier;
import java.util.List;
import java.util.UUID;

/** Order 7 is shipped by whoever holds a lease that is a row and ends by the clock. */
final class LeaseSpecimens {
  private static final String TABLES =
      RowSpecimens.TABLES
          + """
          CREATE TABLE leases (
            order_id bigint PRIMARY KEY, owner text NOT NULL, ends_at timestamptz NOT NULL,
            done boolean NOT NULL DEFAULT false);
          """;

  /** 0 rows: another run holds it, or it is done. */
  private static final String TAKE =
      """
      INSERT INTO leases AS l VALUES (7, ?, now() + interval '2 minutes')
      ON CONFLICT (order_id) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at
       WHERE NOT l.done AND l.ends_at < now()
      """;

  private static final String IS_DONE = "SELECT 1 FROM leases WHERE order_id = 7 AND done";

  /** 0 rows: the lease went to another run. */
  private static final String DONE_IF_MINE =
      "UPDATE leases SET done = true WHERE order_id = 7 AND owner = ? AND NOT done";

  private static final String RELEASE_MINE =
      "DELETE FROM leases WHERE order_id = 7 AND owner = ? AND NOT done";

  private LeaseSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        shipment(
            "lease ends while its owner works",
            TWICE,
            "The lease keeps others out for two minutes, and says nothing to an owner that is late.",
            LeaseSpecimens::notFenced),
        shipment(
            "released by a zombie",
            TWICE,
            "A late owner's release deletes what its heir has done under the lease.",
            world -> fenced(world, "DELETE FROM leases WHERE order_id = 7")),
        shipment(
            "lease deleted at the end",
            TWICE,
            "When the lease is gone nothing says that it was ever held.",
            LeaseSpecimens::deletedAtEnd),
        shipment(
            "fenced lease",
            ONCE,
            "The transaction that ships asks whether the lease is still its own.",
            world -> fenced(world, RELEASE_MINE)));
  }

  private static Specimen shipment(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "shipment",
        expected,
        why,
        () ->
            Handler.secondRun(handler)
                .given(TABLES)
                .client(
                    Carrier.class,
                    ModelCarrier::new,
                    ClientFaults.standard().rejected("429", Busy::new))
                .exactlyOnceRows("shipment", SHIPMENT));
  }

  private static void take(World world, String owner) throws Exception {
    if (Db.alone(world, TAKE, owner) == 0) {
      throw new Handler.Held();
    }
  }

  private static void notFenced(World world) throws Exception {
    if (!Db.look(world, SHIPMENT)) {
      take(world, "this run");
      Db.autoCommit(
          world,
          db -> {
            if (!db.found(SHIPMENT)) {
              db.update(SHIP);
            }
          });
    }
  }

  private static void fenced(World world, String release) throws Exception {
    if (Db.look(world, IS_DONE)) {
      return;
    }
    String owner = UUID.randomUUID().toString();
    take(world, owner);
    try {
      world.client(Carrier.class).label("order 7", "order-7");
    } catch (Busy e) {
      release(world, release, owner);
      throw e;
    }
    Db.transaction(
        world,
        db -> {
          if (db.update(DONE_IF_MINE, owner) == 0) {
            throw new Handler.Held();
          }
          db.update(SHIP);
        });
  }

  private static void release(World world, String sql, String owner) throws Exception {
    if (sql.equals(RELEASE_MINE)) {
      Db.alone(world, sql, owner);
    } else {
      Db.alone(world, sql);
    }
  }

  private static void deletedAtEnd(World world) throws Exception {
    take(world, "this run");
    Db.alone(world, SHIP);
    Db.alone(world, "DELETE FROM leases WHERE order_id = 7");
  }
}
