package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.LOST;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.ADD_POINTS;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.KEYLESS_LABEL;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.LABEL;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.MAIL_ORDER;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.RENDERED;
import static dev.stagedoor.testkit.zoo.StagedoorJobs.SEND_AGAIN_LABEL;

import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.JobId;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.Busy;
import dev.stagedoor.testkit.zoo.Providers.Carrier;
import dev.stagedoor.testkit.zoo.StagedoorJobs.OrderId;
import java.util.List;

/** Handlers of Stagedoor's own that go round what it gives them, or misuse it. */
final class WrongStagedoorSpecimens {
  private static final String RECORD =
      "INSERT INTO processed VALUES (?) ON CONFLICT (id) DO NOTHING";

  private WrongStagedoorSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        StagedoorJobs.points(
            "points added beside it all",
            TWICE,
            "The ordinary DataSource knows of no job, and adds at every run.",
            (world, run) -> Db.alone(world, ADD_POINTS)),
        StagedoorJobs.points(
            "once on another connection",
            TWICE,
            "What runs inside once without its connection commits without its record.",
            (world, run) -> run.once("points", tx -> Db.alone(world, ADD_POINTS))),
        new Specimen(
            "batch beside once",
            "points",
            TWICE,
            "A batch is completed after it returned, so its points commit alone.",
            () ->
                StagedoorJobs.counted(
                    StagedoorJobs.world()
                        .batchHandler(world -> batch -> Db.alone(world, ADD_POINTS)))),
        StagedoorJobs.points(
            "step named after the run",
            TWICE,
            "A redelivery has another number, and so another step.",
            (world, run) -> run.once("points-" + run.run(), tx -> tx.update(ADD_POINTS))),
        StagedoorJobs.points(
            "record named after the attempt",
            TWICE,
            "A run that failed after its commit comes again as another attempt.",
            WrongStagedoorSpecimens::recordOfAttempt),
        StagedoorJobs.label(
            "once, then send",
            LOST,
            "once says no to the run after a crash, and nothing was sent.",
            LABEL,
            WrongStagedoorSpecimens::onceThenSend),
        StagedoorJobs.label(
            "key per run",
            TWICE,
            "The claim is the same, and the carrier sees another key.",
            LABEL,
            (world, run) ->
                run.effect(LABEL, 7)
                    .perform(key -> carrier(world).label("order 7", key.value() + run.run()))),
        StagedoorJobs.label(
            "key per attempt",
            TWICE,
            "A lost reply makes another attempt, which the carrier sees as another parcel.",
            LABEL,
            (world, run) ->
                run.effect(LABEL, 7)
                    .perform(key -> carrier(world).label("order 7", key.value() + run.attempt()))),
        StagedoorJobs.label(
            "busy taken for sent",
            LOST,
            "The send returns, and is believed.",
            LABEL,
            WrongStagedoorSpecimens::busyIsSent),
        StagedoorJobs.label(
            "no keys, sent again",
            TWICE,
            "A carrier without keys takes the second request for a second parcel.",
            SEND_AGAIN_LABEL,
            (world, run) ->
                run.effect(SEND_AGAIN_LABEL, 7)
                    .perform(key -> carrier(world).label("order 7", null))),
        StagedoorJobs.label(
            "no keys, carrier asked",
            TWICE,
            "Asking closes the crash, and not the owner that sends when it is already late.",
            KEYLESS_LABEL,
            (world, run) ->
                run.effect(KEYLESS_LABEL, 7).perform(key -> carrier(world).label("order 7", null))),
        StagedoorJobs.child(
            "child by the plain outbox",
            TWICE,
            "The outbox alone mints a new id at every run.",
            (world, run) -> {
              Outbox outbox = Outbox.on(world.dataSource());
              run.transaction(tx -> outbox.enqueue(tx.connection(), MAIL_ORDER.job(run.payload())));
            }),
        StagedoorJobs.shipment(
            "changed and not looked at",
            TWICE,
            "The conditional write says that it changed nothing, and the row is added.",
            (world, run) ->
                run.transaction(
                    tx -> {
                      tx.changed(RENDERED);
                      tx.update(RowSpecimens.SHIP);
                    })),
        StagedoorJobs.shipment(
            "looked at outside the transaction",
            TWICE,
            "Two runs of a live job both see the order unshipped.",
            WrongStagedoorSpecimens::lookOutside));
  }

  private static Carrier carrier(World world) {
    return world.client(Carrier.class);
  }

  private static void recordOfAttempt(World world, JobRun<OrderId> run) throws Exception {
    JobId id = run.jobId();
    run.transaction(
        tx -> {
          if (tx.changed(RECORD, id.value() + "/" + run.attempt())) {
            tx.update(ADD_POINTS);
          }
        });
    carrier(world).label("thank-you card", "card-7");
  }

  private static void onceThenSend(World world, JobRun<OrderId> run) throws Exception {
    if (run.once("label", tx -> tx.changed(RENDERED))) {
      carrier(world).label("order 7", "order-7");
    }
  }

  private static void busyIsSent(World world, JobRun<OrderId> run) {
    run.effect(LABEL, 7)
        .perform(
            key -> {
              try {
                carrier(world).label("order 7", key.value());
              } catch (Busy e) {
                System.getLogger("zoo").log(System.Logger.Level.DEBUG, "busy; never mind", e);
              }
            });
  }

  private static void lookOutside(World world, JobRun<OrderId> run) throws Exception {
    if (!Db.look(world, RowSpecimens.SHIPMENT)) {
      run.transaction(tx -> tx.update(RowSpecimens.SHIP));
    }
  }
}
