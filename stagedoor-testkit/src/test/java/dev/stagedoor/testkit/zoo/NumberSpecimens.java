package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;

import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import java.util.List;

/** Order 7 reserves one seat out of the stock, and is billed under the next invoice number. */
final class NumberSpecimens {
  private static final String TABLES =
      """
      CREATE TABLE stock (item text PRIMARY KEY, free bigint NOT NULL CHECK (free >= 0));
      CREATE TABLE reservations (order_id bigint PRIMARY KEY);
      CREATE TABLE numbers (name text PRIMARY KEY, last bigint NOT NULL);
      CREATE TABLE invoices (order_id bigint PRIMARY KEY, number bigint UNIQUE);
      INSERT INTO stock VALUES ('seat', 40);
      INSERT INTO numbers VALUES ('invoice', 1000);
      """;
  private static final String TAKE =
      "UPDATE stock SET free = free - 1 WHERE item = 'seat' AND free > 0";
  private static final String RESERVE =
      "INSERT INTO reservations VALUES (7) ON CONFLICT (order_id) DO NOTHING";
  private static final String NEXT =
      "UPDATE numbers SET last = last + 1 WHERE name = 'invoice' RETURNING last";
  private static final String BILLED = "SELECT 1 FROM invoices WHERE order_id = 7";

  private NumberSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        stock(
            "seat taken, reservation ignored",
            TWICE,
            "The reservation is there already, and the seat is taken all the same.",
            NumberSpecimens::takeThenReserve),
        invoice(
            "number taken in its own transaction",
            TWICE,
            "A crash before the invoice leaves a gap, and the next run takes another number.",
            NumberSpecimens::numberAlone),
        stock(
            "reservation decides",
            ONCE,
            "A seat is taken only by the run whose reservation went in.",
            NumberSpecimens::reserveThenTake),
        invoice(
            "number and invoice together",
            ONCE,
            "The row of the numbers is locked until the invoice has committed.",
            NumberSpecimens::numberWithInvoice));
  }

  private static Specimen stock(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "inventory",
        expected,
        why,
        () ->
            Handler.secondRun(handler)
                .given(TABLES)
                .exactlyOnceValue("seat", -1, "SELECT free FROM stock WHERE item = 'seat'"));
  }

  private static Specimen invoice(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "invoice number",
        expected,
        why,
        () ->
            Handler.secondRun(handler)
                .given(TABLES)
                .exactlyOnceValue(
                    "invoice number", 1, "SELECT last FROM numbers WHERE name = 'invoice'"));
  }

  private static void takeThenReserve(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          db.update(TAKE);
          db.update(RESERVE);
        });
  }

  private static void reserveThenTake(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(RESERVE) == 1) {
            db.update(TAKE);
          }
        });
  }

  private static void numberAlone(World world) throws Exception {
    Db.autoCommit(
        world,
        db -> {
          if (!db.found(BILLED)) {
            long number = db.number(NEXT);
            db.update("INSERT INTO invoices VALUES (7, ?) ON CONFLICT DO NOTHING", number);
          }
        });
  }

  private static void numberWithInvoice(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update("INSERT INTO invoices VALUES (7) ON CONFLICT DO NOTHING") == 1) {
            long number = db.number(NEXT);
            db.update("UPDATE invoices SET number = ? WHERE order_id = 7", number);
          }
        });
  }
}
