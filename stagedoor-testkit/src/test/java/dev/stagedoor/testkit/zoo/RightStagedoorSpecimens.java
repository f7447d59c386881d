package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.ADD_POINTS;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.LABEL;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.MAIL_ORDER;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.RENDERED;

import dev.stagedoor.effect.ClaimTable;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.SendFailure;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.Busy;
import dev.stagedoor.testkit.zoo.Providers.Carrier;
import dev.stagedoor.testkit.zoo.StagedoorJobs.OrderId;
import java.time.Duration;
import java.util.List;

/** The four techniques as Stagedoor has them built in, alone and together. */
final class RightStagedoorSpecimens {
  static final String KIND = "built in";
  private static final EffectType OWN_LABEL =
      EffectType.of("own_label")
          .providerKeepsKeys(Duration.ofDays(30))
          .in(ClaimTable.named("labels").withoutKind());

  private RightStagedoorSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        StagedoorJobs.shipment(
            "conditional write and row",
            ONCE,
            "Only the run that changed the order adds the row.",
            (world, run) ->
                run.transaction(
                    tx -> {
                      if (tx.changed(RENDERED)) {
                        tx.update(RowSpecimens.SHIP);
                      }
                    })),
        StagedoorJobs.child(
            "conditional write and child",
            ONCE,
            "Only the run that changed the order enqueues, in the same transaction.",
            (world, run) ->
                run.transaction(
                    tx -> {
                      if (tx.changed(RENDERED)) {
                        tx.enqueue(MAIL_ORDER, run.payload());
                      }
                    })),
        StagedoorJobs.child(
            "child whatever was changed",
            ONCE,
            "The child's id comes from its parent, so a second run adds the same one.",
            (world, run) -> run.transaction(tx -> tx.enqueue(MAIL_ORDER, run.payload()))),
        StagedoorJobs.label(
            "claim and key",
            ONCE,
            "One run holds the claim, and every send carries the same key.",
            LABEL,
            (world, run) -> label(world, run, LABEL)),
        StagedoorJobs.label(
            "what the effect throws is swallowed",
            ONCE,
            "What an effect has thrown forbids done, whoever catches it.",
            LABEL,
            RightStagedoorSpecimens::swallowing),
        StagedoorJobs.label(
            "claim in a table of one's own",
            ONCE,
            "The same claim, in the user's table.",
            OWN_LABEL,
            (world, run) -> label(world, run, OWN_LABEL)),
        StagedoorJobs.points(
            "once",
            ONCE,
            "The points commit with the record of the job and the step.",
            (world, run) -> run.once("points", tx -> tx.update(ADD_POINTS))),
        new Specimen(
            "once handler",
            KIND,
            ONCE,
            "The points commit with the completion of the job.",
            () ->
                StagedoorJobs.counted(
                    StagedoorJobs.world()
                        .onceHandler(world -> (run, tx) -> tx.update(ADD_POINTS)))),
        new Specimen(
            "once handler in a group",
            KIND,
            ONCE,
            "The points commit with the completion of the job, whoever shares the commit.",
            () ->
                StagedoorJobs.counted(
                    StagedoorJobs.world()
                        .onceHandler(
                            world -> (run, tx) -> tx.update(ADD_POINTS), h -> h.together(10)))),
        new Specimen(
            "once in a batch",
            KIND,
            ONCE,
            "The points commit with the completions of all that are fresh.",
            () ->
                StagedoorJobs.counted(
                    StagedoorJobs.world()
                        .batchHandler(
                            world -> batch -> batch.once((tx, fresh) -> tx.update(ADD_POINTS))))),
        new Specimen(
            "once under a unique key",
            KIND,
            ONCE,
            "Nobody enqueues it again, so it has one round.",
            () ->
                StagedoorJobs.counted(
                    StagedoorJobs.keyed()
                        .handler(world -> run -> run.once("points", tx -> tx.update(ADD_POINTS))))),
        StagedoorJobs.label(
            "all of them in one handler",
            ONCE,
            "Each effect has its own step, row or claim.",
            LABEL,
            RightStagedoorSpecimens::everything));
  }

  static void label(World world, JobRun<OrderId> run, EffectType type) {
    run.effect(type, run.payload().value())
        .perform(
            key -> {
              try {
                world.client(Carrier.class).label("order 7", key.value());
              } catch (Busy e) {
                throw SendFailure.throttled(Duration.ofSeconds(10));
              }
            });
  }

  private static void everything(World world, JobRun<OrderId> run) throws Exception {
    run.once("points", tx -> tx.update(ADD_POINTS));
    run.transaction(
        tx -> {
          if (tx.changed(RENDERED)) {
            tx.enqueue(MAIL_ORDER, run.payload());
          }
        });
    label(world, run, LABEL);
  }

  private static void swallowing(World world, JobRun<OrderId> run) {
    try {
      label(world, run, LABEL);
    } catch (RuntimeException e) {
      System.getLogger("zoo").log(System.Logger.Level.DEBUG, "never mind", e);
    }
  }
}
