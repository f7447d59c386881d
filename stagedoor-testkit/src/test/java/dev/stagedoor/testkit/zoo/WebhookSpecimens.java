package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.LOST;
import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;

import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.Hooks;
import dev.stagedoor.testkit.zoo.Providers.ModelHooks;
import java.util.List;

/** Others are told of order 7: a webhook, or a notification to each of two people. */
final class WebhookSpecimens {
  private static final String TABLES =
      RowSpecimens.TABLES
          + """
          CREATE TABLE announcements (order_id bigint PRIMARY KEY);
          CREATE TABLE told (order_id bigint, person text, PRIMARY KEY (order_id, person));
          """;
  private static final List<String> PEOPLE = List.of("ann", "bob");
  private static final String SHIP_AND_NUMBER =
      "INSERT INTO shipments (order_id) VALUES (7) RETURNING id";
  private static final String CHANGE =
      "UPDATE orders SET status = 'shipped' WHERE id = 7 AND status = 'paid'";
  private static final String ANNOUNCED = "DELETE FROM announcements WHERE order_id = 7";
  private static final String TO_ANNOUNCE = "SELECT 1 FROM announcements WHERE order_id = 7";
  private static final String TELL =
      "INSERT INTO told VALUES (7, ?) ON CONFLICT (order_id, person) DO NOTHING";

  private WebhookSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        webhook(
            "sent before the commit",
            TWICE,
            "A crash rolls back the shipment that was announced, and the next one has a new id.",
            WebhookSpecimens::sentBeforeCommit),
        webhook(
            "key from a row that differs",
            TWICE,
            "The key is made of the event's row, and each run writes a row of its own.",
            WebhookSpecimens::keyFromOwnRow),
        fanOut(
            "one marker for two people",
            LOST,
            "Whoever finds that one person was told takes both for told.",
            WebhookSpecimens::anyIsAll),
        fanOut(
            "everybody again",
            TWICE,
            "A crash at the second person tells the first again, under no key.",
            WebhookSpecimens::everybodyAgain),
        webhook(
            "change and announcement together, then sent",
            ONCE,
            "The announcement waits in a row until it was sent under the order's key.",
            WebhookSpecimens::announcementRow),
        fanOut(
            "a row and a key for each",
            ONCE,
            "Each person has a row of its own, and a key for the send before it.",
            WebhookSpecimens::eachForItself));
  }

  private static Specimen webhook(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "webhook",
        expected,
        why,
        () ->
            secondRun(handler)
                .exactlyOnce("webhook", world -> world.provider(ModelHooks.class).accepted()));
  }

  private static Specimen fanOut(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "notification",
        expected,
        why,
        () ->
            secondRun(handler)
                .exactlyOnce("ann told", world -> told(world, "ann"))
                .exactlyOnce("bob told", world -> told(world, "bob")));
  }

  private static SecondRun<Void> secondRun(Handler handler) {
    return Handler.secondRun(handler).given(TABLES).client(Hooks.class, ModelHooks::new);
  }

  private static long told(World world, String person) {
    return world.provider(ModelHooks.class).accepted(post -> post.request().equals(person));
  }

  private static void sentBeforeCommit(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(CHANGE) == 1) {
            long id = db.number(SHIP_AND_NUMBER);
            world.client(Hooks.class).post("shipment " + id, "shipment-" + id);
          }
        });
  }

  private static void keyFromOwnRow(World world) throws Exception {
    Db.autoCommit(
        world,
        db -> {
          long id = db.number(SHIP_AND_NUMBER);
          world.client(Hooks.class).post("order 7 shipped", "event-" + id);
        });
  }

  private static void anyIsAll(World world) throws Exception {
    if (Db.look(world, "SELECT 1 FROM told WHERE order_id = 7")) {
      return;
    }
    for (String person : PEOPLE) {
      world.client(Hooks.class).post(person, "order-7-" + person);
      Db.alone(world, TELL, person);
    }
  }

  private static void everybodyAgain(World world) throws Exception {
    if (Db.look(world, "SELECT 1 FROM told WHERE order_id = 7")) {
      return;
    }
    for (String person : PEOPLE) {
      world.client(Hooks.class).post(person, null);
    }
    Db.alone(world, "INSERT INTO told VALUES (7, 'ann'), (7, 'bob') ON CONFLICT DO NOTHING");
  }

  private static void announcementRow(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(CHANGE) == 1) {
            db.update("INSERT INTO announcements VALUES (7)");
          }
        });
    if (Db.look(world, TO_ANNOUNCE)) {
      world.client(Hooks.class).post("order 7 shipped", "order-7-shipped");
      Db.alone(world, ANNOUNCED);
    }
  }

  private static void eachForItself(World world) throws Exception {
    for (String person : PEOPLE) {
      if (!Db.look(world, "SELECT 1 FROM told WHERE order_id = 7 AND person = ?", person)) {
        world.client(Hooks.class).post(person, "order-7-" + person);
        Db.alone(world, TELL, person);
      }
    }
  }
}
