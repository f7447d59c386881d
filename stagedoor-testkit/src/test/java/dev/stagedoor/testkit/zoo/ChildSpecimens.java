package dev.stagedoor.testkit.zoo;

import static dev.stagedoor.testkit.interleave.Verdict.LOST;
import static dev.stagedoor.testkit.interleave.Verdict.ONCE;
import static dev.stagedoor.testkit.interleave.Verdict.TWICE;

import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.World;
import java.util.List;
import java.util.UUID;

/** When order 7 is rendered, a job for its mail is added to somebody's own outbox table. */
final class ChildSpecimens {
  static final String TABLES =
      """
      CREATE TABLE orders (id bigint PRIMARY KEY, status text NOT NULL);
      CREATE TABLE queue (id uuid PRIMARY KEY, what text NOT NULL);
      INSERT INTO orders VALUES (7, 'new');
      """;

  /** A twin waits here, then finds no such row any more. 0 rows: rendered before. */
  private static final String RENDERED =
      "UPDATE orders SET status = 'rendered' WHERE id = 7 AND status = 'new'";

  private static final String ADD =
      "INSERT INTO queue VALUES (?, 'mail order 7') ON CONFLICT (id) DO NOTHING";

  private ChildSpecimens() {}

  static List<Specimen> all() {
    return List.of(
        child(
            "added by the loser of the write",
            TWICE,
            "The write has a condition, and nobody looks whether it changed anything.",
            ChildSpecimens::addedByLoser),
        child(
            "added outside the transaction",
            LOST,
            "A crash after the commit leaves an order that is rendered and never mailed.",
            ChildSpecimens::addedOutside),
        child(
            "new id at every run",
            TWICE,
            "ON CONFLICT cannot find a job that was given another id.",
            ChildSpecimens::newId),
        child(
            "added by the winner",
            ONCE,
            "Only the run that changed the order adds the job, in the same transaction.",
            ChildSpecimens::addedByWinner),
        child(
            "id from the order",
            ONCE,
            "A second run adds the same job, and it is there.",
            ChildSpecimens::sameId));
  }

  private static Specimen child(String name, Verdict expected, String why, Handler handler) {
    return new Specimen(
        name,
        "child job",
        expected,
        why,
        () ->
            Handler.secondRun(handler)
                .given(TABLES)
                .exactlyOnceRows("mail job", "SELECT 1 FROM queue WHERE what = 'mail order 7'"));
  }

  private static void addedByLoser(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          db.update(RENDERED);
          db.update(ADD, UUID.randomUUID());
        });
  }

  private static void addedOutside(World world) throws Exception {
    Db.autoCommit(
        world,
        db -> {
          if (db.update(RENDERED) == 1) {
            db.update(ADD, UUID.randomUUID());
          }
        });
  }

  private static void newId(World world) throws Exception {
    Db.alone(world, ADD, UUID.randomUUID());
  }

  private static void addedByWinner(World world) throws Exception {
    Db.transaction(
        world,
        db -> {
          if (db.update(RENDERED) == 1) {
            db.update(ADD, UUID.randomUUID());
          }
        });
  }

  private static void sameId(World world) throws Exception {
    Db.alone(world, ADD, new UUID(0, 7));
  }
}
