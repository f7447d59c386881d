package dev.stagedoor.redis;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Every event, and a wait for one with a limit. */
final class Heard implements JobListener {
  private final List<JobEvent> events = new CopyOnWriteArrayList<>();

  @Override
  public void on(JobEvent event) {
    if (!(event instanceof JobEvent.Completed || event instanceof JobEvent.RunReturned)) {
      events.add(event);
    }
  }

  long count(Predicate<JobEvent> which) {
    return events.stream().filter(which).count();
  }

  void await(String what, int times, Predicate<JobEvent> which) {
    Theatre.await(what, () -> count(which) >= times);
  }

  void awaitComplete(JobId id) {
    await("completion of " + id, 1, moved(id, Transition.COMPLETE));
  }

  static Predicate<JobEvent> moved(JobId id, Transition transition) {
    return e ->
        e instanceof JobEvent.Moved m && m.jobId().equals(id) && m.transition() == transition;
  }

  static Predicate<JobEvent> started(JobId id) {
    return e -> e instanceof JobEvent.RunStarted s && s.run().jobId().equals(id);
  }

  /** Of a loop or part whose name begins so. */
  static Predicate<JobEvent> trouble(String where) {
    return e -> e instanceof JobEvent.Trouble t && t.where().startsWith(where);
  }
}
