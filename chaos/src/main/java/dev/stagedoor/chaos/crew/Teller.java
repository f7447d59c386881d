package dev.stagedoor.chaos.crew;

import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.Transition;

/** Tells what happens to jobs, and lets the trap hold whoever passes it. Thread-safe. */
final class Teller implements JobListener {
  private final Voice voice;
  private final Trap trap;

  Teller(Voice voice, Trap trap) {
    this.voice = voice;
    this.trap = trap;
  }

  @Override
  public void on(JobEvent event) {
    if (event instanceof JobEvent.RunStarted started) {
      voice.say(
          Voice.event(Says.STARTED)
              .put("job", started.run().jobId().toString())
              .put("worker", started.run().worker())
              .put("how", started.how().name())
              .put("from", started.previousWorker()));
      trap.pass(Boundary.STARTED);
    } else if (event instanceof JobEvent.Moved moved) {
      moved(moved);
    } else if (event instanceof JobEvent.LossSuspected) {
      voice.say(Voice.event(Says.LOSS));
    } else {
      passed(event);
    }
  }

  private void moved(JobEvent.Moved moved) {
    if (moved.transition() == Transition.PUBLISH) {
      trap.pass(Boundary.MARKED);
      return; // no line: the relay has nothing in flight
    }
    voice.say(
        Voice.event(Says.MOVED)
            .put("job", moved.jobId().toString())
            .put("transition", moved.transition().name())
            .put("by", moved.by())
            .put("cause", moved.cause()));
    if (moved.transition() == Transition.COMPLETE) {
      trap.pass(Boundary.COMPLETED);
    }
  }

  private void passed(JobEvent event) {
    if (event instanceof JobEvent.Published) {
      trap.pass(Boundary.PUBLISHED);
    } else if (event instanceof JobEvent.Applied) {
      trap.pass(Boundary.APPLIED);
    } else if (event instanceof JobEvent.RunReturned) {
      trap.pass(Boundary.RETURNED);
    } else if (event instanceof JobEvent.Settled) {
      trap.pass(Boundary.SETTLED);
    }
  }
}
