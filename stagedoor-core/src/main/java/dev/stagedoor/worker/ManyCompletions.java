package dev.stagedoor.worker;

import dev.stagedoor.job.JobId;
import dev.stagedoor.outbox.Finished;
import dev.stagedoor.outbox.Finished.Completion;
import dev.stagedoor.tx.Retrying;
import dev.stagedoor.tx.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Effects, records and completions of many jobs in one commit.
 *
 * <p>The records come first, by job id, so that a twin waits and is absorbed; the rows are deleted
 * last. Nobody holds them in between: a job that is cancelled or rewritten meanwhile is found so by
 * the delete, and then all of it is rolled back and done again without that job.
 *
 * <p>A commit whose reply was lost is like that of a single one: the failures that are written then
 * find no live row.
 */
final class ManyCompletions {
  private static final int TRIES = 5;
  private final Transactions transactions;

  ManyCompletions(Transactions transactions) {
    this.transactions = transactions;
  }

  /** The effects of those that are fresh; returns those of them that are done. */
  interface Effects<X extends Exception> {
    Set<JobId> in(Connection connection, Set<JobId> fresh) throws X, SQLException;
  }

  /**
   * Runs the effects and commits, again where the database asks for that or a job has moved.
   *
   * @return how each was completed; {@code NOT_WANTED} for those that were not fresh, and nothing
   *     for those that were fresh and are not done
   */
  <X extends Exception> Map<JobId, Completion> run(
      List<? extends ActiveRun<?>> runs, Effects<X> effects) throws X {
    for (int left = TRIES - 1; ; left--) {
      try {
        return Retrying.<Map<JobId, Completion>, X>run(transactions, c -> once(c, runs, effects));
      } catch (Moved moved) {
        if (left == 0) {
          throw moved;
        }
      }
    }
  }

  private static <X extends Exception> Map<JobId, Completion> once(
      Connection connection, List<? extends ActiveRun<?>> runs, Effects<X> effects)
      throws X, SQLException {
    Set<JobId> fresh = Finished.begin(connection, done(runs));
    Set<JobId> done = effects.in(connection, fresh);
    Set<JobId> undone = new HashSet<>(fresh);
    undone.removeAll(done);
    if (!undone.isEmpty()) {
      Finished.takeBack(connection, undone);
    }
    Map<JobId, Completion> how = new HashMap<>();
    if (!done.isEmpty()) {
      how.putAll(end(connection, runs, done));
    }
    runs.stream()
        .map(ActiveRun::jobId)
        .filter(id -> !fresh.contains(id))
        .forEach(id -> how.put(id, Completion.NOT_WANTED));
    return how;
  }

  private static Map<JobId, Completion> end(
      Connection connection, List<? extends ActiveRun<?>> runs, Set<JobId> done)
      throws SQLException {
    Map<JobId, Completion> how =
        Finished.end(
            connection, done(runs.stream().filter(run -> done.contains(run.jobId())).toList()));
    if (!how.values().stream().allMatch(completion -> completion.how().isWritten())) {
      throw new Moved();
    }
    return how;
  }

  private static List<Finished.Done> done(List<? extends ActiveRun<?>> runs) {
    return runs.stream().map(ActiveRun::asDone).toList();
  }

  /** A job was cancelled or rewritten between its record and its completion: rolls back. */
  @SuppressWarnings("serial")
  private static final class Moved extends RuntimeException {
    private Moved() {
      super("jobs were cancelled or rewritten as fast as they were completed", null, false, false);
    }
  }
}
