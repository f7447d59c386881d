package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.LOST;
import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;

import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.ClientFaults;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.Bank;
import dev.stagedoor.testkit.zoo.Providers.Busy;
import dev.stagedoor.testkit.zoo.Providers.ModelBank;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;

/** Order 7 of customer 3 costs 50. */
final class PaymentSpecimens {
  private static final String KEY = "order-7";
  private static final String TABLES =
      """
      CREATE TABLE payment_keys (order_id bigint PRIMARY KEY, key text NOT NULL);
      CREATE TABLE refunds (order_id bigint PRIMARY KEY);
      CREATE TABLE wallets (customer bigint PRIMARY KEY, balance bigint NOT NULL);
      INSERT INTO wallets VALUES (3, 100);
      """;
  private static final String REFUNDED = "SELECT 1 FROM refunds WHERE order_id = 7";
  private static final String RECORD_REFUND =
      "INSERT INTO refunds VALUES (7) ON CONFLICT (order_id) DO NOTHING";
  private static final String CREDIT =
      "UPDATE wallets SET balance = balance + 50 WHERE customer = 3";

  private static final ClientFaults BUSY = ClientFaults.standard().rejected("409", Busy::new);

  private PaymentSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        charge(
            "key from the time",
            TWICE,
            "The same payment a while later is another one to the bank.",
            PaymentSpecimens::keyFromTime),
        charge(
            "random key, stored and not read back",
            TWICE,
            "A second run finds a key stored, and goes on with its own.",
            PaymentSpecimens::keyNotReadBack),
        charge(
            "new key after a time-out",
            TWICE,
            "A time-out says nothing about the first request, and the second looks new.",
            PaymentSpecimens::newKeyAfterTimeOut),
        charge(
            "one key for two charges",
            LOST,
            "The bank takes the second charge for the first one sent again.",
            PaymentSpecimens::sharedKey,
            ClientFaults.standard(),
            2),
        charge(
            "time-out taken for success",
            LOST,
            "The request may never have arrived.",
            PaymentSpecimens::timeOutIsSuccess,
            ClientFaults.standard(),
            1),
        charge(
            "conflict taken for success",
            LOST,
            "409 says that a request under the key is running, not that it will succeed.",
            PaymentSpecimens::conflictIsSuccess,
            BUSY,
            1),
        refund(
            "credit, then record",
            TWICE,
            "A crash between the two credits again.",
            PaymentSpecimens::creditThenRecord),
        charge(
            "key only",
            ONCE,
            "The key comes from the order, and the bank keeps it.",
            world -> world.client(Bank.class).charge(3, 50, KEY)),
        charge(
            "key only, busy let through",
            ONCE,
            "What the bank throws makes the job come again, under the same key.",
            world -> world.client(Bank.class).charge(3, 50, KEY),
            BUSY.rejected("429", Busy::new),
            1),
        refund(
            "credit and record together",
            ONCE,
            "The record of the refund commits with the credit.",
            PaymentSpecimens::creditAndRecord));
  }

  private static Specimen charge(String name, Verdict expected, String why, Handler handler) {
    return charge(name, expected, why, handler, ClientFaults.standard(), 1);
  }

  private static Specimen charge(
      String name, Verdict expected, String why, Handler handler, ClientFaults faults, int each) {
    return new Specimen(
        name,
        "payment",
        expected,
        why,
        () ->
            world(handler, faults)
                .exactlyOnce("charge", world -> world.provider(ModelBank.class).accepted() / each));
  }

  private static Specimen refund(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "refund",
        expected,
        why,
        () ->
            world(handler, ClientFaults.standard())
                .exactlyOnceValue("credit", 50, "SELECT balance FROM wallets WHERE customer = 3"));
  }

  private static SecondRun<Void> world(Handler handler, ClientFaults faults) {
    return Handler.secondRun(handler).given(TABLES).client(Bank.class, ModelBank::new, faults);
  }

  private static void keyFromTime(World world) {
    long second = world.clock().instant().getEpochSecond();
    world.client(Bank.class).charge(3, 50, "order-7-" + second);
  }

  private static void keyNotReadBack(World world) throws Exception {
    String key = UUID.randomUUID().toString();
    Db.alone(
        world, "INSERT INTO payment_keys VALUES (7, ?) ON CONFLICT (order_id) DO NOTHING", key);
    world.client(Bank.class).charge(3, 50, key);
  }

  private static void newKeyAfterTimeOut(World world) {
    try {
      world.client(Bank.class).charge(3, 50, KEY);
    } catch (UncheckedIOException e) {
      world.client(Bank.class).charge(3, 50, KEY + "-again");
    }
  }

  private static void sharedKey(World world) {
    Bank bank = world.client(Bank.class);
    bank.charge(3, 50, KEY); // the seat
    bank.charge(3, 50, KEY); // the parking
  }

  private static void timeOutIsSuccess(World world) {
    try {
      world.client(Bank.class).charge(3, 50, KEY);
    } catch (UncheckedIOException e) {
      log("timed out; it will have arrived", e);
    }
  }

  private static void conflictIsSuccess(World world) {
    try {
      world.client(Bank.class).charge(3, 50, KEY);
    } catch (Busy e) {
      log("another run is at it", e);
    }
  }

  private static void log(String message, Exception e) {
    System.getLogger("zoo").log(System.Logger.Level.DEBUG, message, e);
  }

  private static void creditThenRecord(World world) throws Exception {
    if (!Db.look(world, REFUNDED)) {
      Db.alone(world, CREDIT);
      Db.alone(world, RECORD_REFUND);
    }
  }

  private static void creditAndRecord(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(RECORD_REFUND) == 1) {
            db.update(CREDIT);
          }
        });
  }
}
