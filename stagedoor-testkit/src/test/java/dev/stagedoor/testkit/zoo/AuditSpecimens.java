package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;
import static dev.stagedoor.testkit.zoo.RowSpecimens.CHANGE;
import static dev.stagedoor.testkit.zoo.RowSpecimens.TABLES;

import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import java.util.List;

/** Order 7 is shipped, which is a value in its row, and one audit row tells of it. */
final class AuditSpecimens {
  private static final String AUDIT = "INSERT INTO audit VALUES (7, 'shipped')";
  private static final String SHIPPED = "SELECT 1 FROM orders WHERE id = 7 AND status = 'shipped'";

  private AuditSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        audit(
            "audit on a connection of its own",
            TWICE,
            "The audit row stays when the change that it tells of is rolled back.",
            AuditSpecimens::auditAside),
        audit(
            "audit after a look",
            TWICE,
            "Whether it was shipped is looked at before, and told by each run that saw it unshipped.",
            AuditSpecimens::auditAfterLook),
        audit(
            "audit in the transaction",
            ONCE,
            "The audit row commits with the change that it tells of.",
            AuditSpecimens::auditWithin),
        new Specimen(
            "absolute write",
            "status",
            ONCE,
            "Writing the same value again changes nothing.",
            () ->
                Handler.secondRun(AuditSpecimens::absoluteWrite)
                    .given(TABLES)
                    .exactlyOnceRows("status", SHIPPED)));
  }

  private static Specimen audit(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "audit",
        expected,
        why,
        () ->
            Handler.secondRun(handler)
                .given(TABLES)
                .exactlyOnceRows("audit row", "SELECT 1 FROM audit WHERE order_id = 7"));
  }

  private static void auditAside(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(CHANGE) == 1) {
            Db.alone(world, AUDIT);
          }
        });
  }

  private static void auditAfterLook(World world) throws Exception {
    boolean before = Db.look(world, SHIPPED);
    Db.transaction(
        world,
        db -> {
          db.update(CHANGE);
          if (!before) {
            db.update(AUDIT);
          }
        });
  }

  private static void auditWithin(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(CHANGE) == 1) {
            db.update(AUDIT);
          }
        });
  }

  private static void absoluteWrite(World world) throws Exception {
    Db.alone(world, "UPDATE orders SET status = 'shipped' WHERE id = 7");
  }
}
