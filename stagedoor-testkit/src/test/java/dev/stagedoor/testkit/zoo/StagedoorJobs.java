package dev.stagedoor.testkit.zoo;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.effect.Unsure;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.ClientFaults;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.Busy;
import dev.stagedoor.testkit.zoo.Providers.Carrier;
import dev.stagedoor.testkit.zoo.Providers.ModelCarrier;
import java.time.Duration;

/** What the Stagedoor handlers of the zoo have to do: order 7, four kinds of effect. */
final class StagedoorJobs {
  static final JobType<OrderId> SHIP_ORDER = JobType.of("ship_order", OrderId.class);
  static final JobType<OrderId> MAIL_ORDER = JobType.of("mail_order", OrderId.class);
  static final EffectType LABEL = EffectType.of("label").providerKeepsKeys(Duration.ofDays(30));
  static final EffectType KEYLESS_LABEL =
      EffectType.of("keyless_label").providerHasNoKeys(Unsure.PARK);
  static final EffectType SEND_AGAIN_LABEL =
      EffectType.of("send_again_label").providerHasNoKeys(Unsure.SEND_AGAIN);

  static final String TABLES =
      RowSpecimens.TABLES
          + """
          CREATE TABLE loyalty (customer bigint PRIMARY KEY, points bigint NOT NULL);
          CREATE TABLE processed (id text PRIMARY KEY);
          CREATE TABLE labels (
            subject bigint PRIMARY KEY, claimed_at timestamptz NOT NULL, done_at timestamptz);
          INSERT INTO loyalty VALUES (3, 100);
          """;
  static final String ADD_POINTS = "UPDATE loyalty SET points = points + 10 WHERE customer = 3";

  /** A twin waits here, then finds no such row any more. 0 rows: rendered before. */
  static final String RENDERED =
      "UPDATE orders SET status = 'rendered' WHERE id = 7 AND status = 'paid'";

  private StagedoorJobs() {}

  record OrderId(long value) {}

  /** A handler of Stagedoor's as a method. */
  @FunctionalInterface
  interface Run {
    void of(World world, JobRun<OrderId> run) throws Exception;
  }

  static SecondRun<OrderId> world() {
    return world(SHIP_ORDER.job(new OrderId(7)));
  }

  static SecondRun<OrderId> keyed() {
    return world(SHIP_ORDER.job(new OrderId(7)).uniqueKey("order 7"));
  }

  private static SecondRun<OrderId> world(NewJob<OrderId> job) {
    return SecondRun.of(job)
        .given(TABLES)
        .client(
            Carrier.class, ModelCarrier::new, ClientFaults.standard().rejected("429", Busy::new));
  }

  static Specimen points(String name, Verdict expected, String why, Run handler) {
    return new Specimen(
        name,
        kind("points", expected),
        expected,
        why,
        () -> counted(world().handler(world -> run -> handler.of(world, run))));
  }

  static SecondRun<OrderId> counted(SecondRun<OrderId> secondRun) {
    return secondRun.exactlyOnceValue(
        "points", 10, "SELECT points FROM loyalty WHERE customer = 3");
  }

  static Specimen label(String name, Verdict expected, String why, EffectType effect, Run handler) {
    return new Specimen(
        name,
        kind("label", expected),
        expected,
        why,
        () ->
            world()
                .handler(world -> run -> handler.of(world, run), options -> options.effects(effect))
                .lookup(KEYLESS_LABEL, world -> key -> ask(world))
                .exactlyOnce(
                    "label",
                    world ->
                        world
                            .provider(ModelCarrier.class)
                            .accepted(label -> label.request().equals("order 7"))));
  }

  private static Lookup.Answer ask(World world) {
    return world.client(Carrier.class).hasLabel("order 7")
        ? new Lookup.Happened("")
        : new Lookup.DidNotHappen();
  }

  static Specimen child(String name, Verdict expected, String why, Run handler) {
    return new Specimen(
        name,
        kind("child job", expected),
        expected,
        why,
        () ->
            world()
                .handler(world -> run -> handler.of(world, run))
                .exactlyOnceRows(
                    "mail job", "SELECT 1 FROM stagedoor.outbox WHERE type = 'mail_order'"));
  }

  static Specimen shipment(String name, Verdict expected, String why, Run handler) {
    return new Specimen(
        name,
        kind("shipment", expected),
        expected,
        why,
        () ->
            world()
                .handler(world -> run -> handler.of(world, run))
                .exactlyOnceRows("shipment", RowSpecimens.SHIPMENT));
  }

  private static String kind(String effect, Verdict expected) {
    return expected == Verdict.ONCE ? RightStagedoorSpecimens.KIND : effect;
  }
}
