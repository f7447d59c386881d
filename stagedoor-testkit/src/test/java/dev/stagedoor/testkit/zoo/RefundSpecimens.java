package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.LOST;
import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;

import dev.stagedoor.effect.EffectType;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.zoo.Providers.Bank;
import dev.stagedoor.testkit.zoo.Providers.ModelBank;
import dev.stagedoor.testkit.zoo.StagedoorJobs.OrderId;
import java.time.Duration;
import java.util.List;

/** Refund 1 gives back 20 of the 50 that order 7 cost: by the bank, and in our books. */
final class RefundSpecimens {
  private static final EffectType REFUND =
      EffectType.of("refund").providerKeepsKeys(Duration.ofDays(30));
  private static final String TABLES =
      """
      CREATE TABLE payments (
        order_id bigint PRIMARY KEY, captured bigint NOT NULL, refunded bigint NOT NULL);
      CREATE TABLE asked_refunds (id bigint PRIMARY KEY, amount bigint NOT NULL, state text NOT NULL);
      INSERT INTO payments VALUES (7, 50, 0);
      INSERT INTO asked_refunds VALUES (1, 20, 'requested'), (2, 10, 'requested');
      """;
  private static final String DONE =
      "UPDATE asked_refunds SET state = 'refunded' WHERE id = 1 AND state = 'requested'";
  private static final String DONE_ANYWAY =
      "UPDATE asked_refunds SET state = 'refunded' WHERE id = 1";
  private static final String BOOK =
      "UPDATE payments SET refunded = refunded + 20 WHERE order_id = 7";

  private RefundSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        booked(
            "booked whatever its state",
            TWICE,
            "A second run finds the money given back, and books it again.",
            (world, run) -> {
              give(world, run, 1, 20, 1);
              run.transaction(
                  tx -> {
                    tx.update(DONE_ANYWAY);
                    tx.update(BOOK);
                  });
            }),
        booked(
            "booked, then given by whoever booked it",
            LOST,
            "A crash between the two leaves books that say it was given.",
            (world, run) -> {
              boolean booked =
                  run.transactionFor(
                      tx -> {
                        boolean changed = tx.changed(DONE);
                        if (changed) {
                          tx.update(BOOK);
                        }
                        return changed;
                      });
              if (booked) {
                give(world, run, 1, 20, 1);
              }
            }),
        new Specimen(
            "two refunds of one order under one subject",
            "refund",
            LOST,
            "The second is taken for the first one come again.",
            () ->
                world(
                        (world, run) -> {
                          give(world, run, run.payload().value(), 20, 1);
                          give(world, run, run.payload().value(), 10, 2);
                        })
                    .exactlyOnce("both", world -> given(world) / 2)),
        booked(
            "given, then booked by its state",
            ONCE,
            "The refund is the intent, and only the run that changed its state books it.",
            (world, run) -> {
              give(world, run, 1, 20, 1);
              run.transaction(
                  tx -> {
                    if (tx.changed(DONE)) {
                      tx.update(BOOK);
                    }
                  });
            }),
        booked(
            "given, then booked once",
            ONCE,
            "The booking commits with the record of the job and the step.",
            (world, run) -> {
              give(world, run, 1, 20, 1);
              run.once("book", tx -> tx.update(BOOK));
            }));
  }

  private static Specimen booked(
      String name, Verdict expected, String why, StagedoorJobs.Run handler) {
    return new Specimen(
        name,
        expected == ONCE ? RightStagedoorSpecimens.KIND : "refund",
        expected,
        why,
        () ->
            world(handler)
                .exactlyOnce("refund", RefundSpecimens::given)
                .exactlyOnceValue("books", 20, "SELECT refunded FROM payments"));
  }

  private static SecondRun<OrderId> world(StagedoorJobs.Run handler) {
    return SecondRun.of(StagedoorJobs.SHIP_ORDER, new OrderId(7))
        .given(TABLES)
        .client(Bank.class, ModelBank::new)
        .handler(world -> run -> handler.of(world, run), options -> options.effects(REFUND));
  }

  private static long given(World world) {
    return world.provider(ModelBank.class).accepted();
  }

  private static void give(
      World world, JobRun<OrderId> run, long subject, long amount, long refund) {
    run.effect(REFUND, subject)
        .perform(key -> world.client(Bank.class).refund(refund, amount, key.value()));
  }
}
