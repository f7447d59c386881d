package dev.stagedoor.worker;

import dev.stagedoor.handler.BatchTx;
import dev.stagedoor.handler.BatchWork;
import dev.stagedoor.handler.JobBatch;
import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.JobId;
import dev.stagedoor.outbox.Finished;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Many runs in one call of a handler, and what its transaction has completed of them. */
final class ActiveBatch<P> implements JobBatch<P> {
  private final List<ActiveRun<P>> runs;
  private final ManyCompletions completions;
  private final RunKit kit;
  private final Map<JobId, Finished.Completion> completed = new HashMap<>();
  private boolean done;

  /**
   * @param runs by job id, and no job twice
   */
  ActiveBatch(List<ActiveRun<P>> runs, RunKit kit) {
    this.runs = List.copyOf(runs);
    this.completions = new ManyCompletions(kit.transactions());
    this.kit = kit;
  }

  @Override
  public List<JobRun<P>> runs() {
    return List.copyOf(runs);
  }

  @Override
  public <X extends Exception> int once(BatchWork<P, X> work) throws X {
    if (done) {
      throw new IllegalStateException("once a second time: the first has completed the jobs");
    }
    runs.forEach(ActiveRun::join);
    Map<JobId, Finished.Completion> how;
    try {
      how = completions.<X>run(runs, (connection, fresh) -> work(connection, fresh, work));
    } finally {
      runs.forEach(ActiveRun::part);
    }
    done = true;
    completed.putAll(how);
    runs.forEach(this::tell);
    return (int) how.values().stream().filter(h -> h.how() != Finished.How.NOT_WANTED).count();
  }

  private <X extends Exception> Set<JobId> work(
      Connection connection, Set<JobId> fresh, BatchWork<P, X> work) throws X, SQLException {
    List<ActiveRun<P>> those = runs.stream().filter(run -> fresh.contains(run.jobId())).toList();
    if (!those.isEmpty()) {
      BatchTx tx = new ManyTx(connection, those);
      work.in(tx, List.copyOf(those));
    }
    return fresh;
  }

  private void tell(ActiveRun<P> run) {
    Finished.Completion completion = completed.get(run.jobId());
    if (completion != null) {
      kit.events().on(Together.told(run, completion));
    }
  }

  /** How its completion was committed; null if it was not. */
  Finished.@Nullable Completion completed(ActiveRun<P> run) {
    return completed.get(run.jobId());
  }
}
