package dev.stagedoor.testkit;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.event.Technique;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import dev.stagedoor.testkit.Ran.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the events of one test tell: how runs ended, and what was done more than once. */
final class RunLog implements JobListener {
  private final Map<String, Integer> done = new LinkedHashMap<>();
  private final List<JobEvent.Trouble> troubles = new ArrayList<>();
  private JobEvent.@Nullable Moved moved;
  private @Nullable Throwable failure;

  @Override
  public synchronized void on(JobEvent event) {
    if (event instanceof JobEvent.Moved it && isOutcome(it.transition())) {
      moved = it;
      completed(it);
    } else if (event instanceof JobEvent.RunReturned it) {
      failure = it.failure();
    } else if (event instanceof JobEvent.Applied it) {
      applied(it);
    } else if (event instanceof JobEvent.Trouble it) {
      troubles.add(it);
    }
  }

  private static boolean isOutcome(Transition transition) {
    return outcome(transition) != Outcome.NOT_WANTED;
  }

  private static Outcome outcome(Transition transition) {
    return switch (transition) {
      case COMPLETE, COMPLETE_AGAIN -> Outcome.COMPLETED;
      case RETRY -> Outcome.FAILED;
      case RETRY_LATER, HAND_BACK -> Outcome.LATER;
      case RELEASE -> Outcome.RELEASED;
      case PARK -> Outcome.PARKED;
      case DIE -> Outcome.DEAD;
      default -> Outcome.NOT_WANTED;
    };
  }

  private void completed(JobEvent.Moved it) {
    if (it.transition() == Transition.COMPLETE) {
      done.merge("job " + it.type() + " " + it.jobId() + " was completed", 1, Integer::sum);
    } else if (it.transition() == Transition.COMPLETE_AGAIN) {
      done.keySet().removeIf(what -> what.contains(it.jobId().toString())); // its steps begin anew
    }
  }

  /** A conditional write may change something again, later. */
  private void applied(JobEvent.Applied it) {
    if (it.technique() == Technique.CLAIM) {
      done.merge("effect " + it.key() + " was recorded as done", 1, Integer::sum);
    } else if (it.technique() == Technique.JOB_ID) {
      String what = "step \"" + it.key() + "\" of job " + it.run().type() + " ";
      done.merge(what + it.run().jobId() + " was applied", 1, Integer::sum);
    }
  }

  /** What became of the delivery since the last one was asked for. */
  synchronized Ran ended(JobId job, String type) {
    JobEvent.Moved last = moved;
    Ran ran =
        last == null
            ? new Ran(job, type, Outcome.NOT_WANTED, failure, null)
            : new Ran(job, type, outcome(last.transition()), failure, last.cause());
    moved = null;
    failure = null;
    return ran;
  }

  /** What was done more than once, and how often. */
  synchronized List<String> doubled() {
    return done.entrySet().stream()
        .filter(each -> each.getValue() > 1)
        .map(each -> each.getKey() + " " + each.getValue() + " times")
        .toList();
  }

  /** Errors that relay and worker survived, as one; they would hide in a log otherwise. */
  synchronized void refuseTroubles() {
    if (!troubles.isEmpty()) {
      JobEvent.Trouble first = troubles.get(0);
      AssertionError error =
          new AssertionError("trouble in " + first.where() + ": " + first.cause(), first.cause());
      troubles.stream().skip(1).forEach(each -> error.addSuppressed(each.cause()));
      troubles.clear();
      throw error;
    }
  }
}
