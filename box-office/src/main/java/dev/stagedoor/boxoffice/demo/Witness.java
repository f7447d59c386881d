package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.event.RunRef;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Transition;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Says what happens to jobs, and waits at the gate where one of them is armed. Thread-safe. */
final class Witness implements JobListener {
  private final Voice voice;
  private final Gate gate;
  private final Requests requests;

  Witness(Voice voice, Gate gate, Requests requests) {
    this.voice = voice;
    this.gate = gate;
    this.requests = requests;
  }

  @Override
  public void on(JobEvent event) {
    if (event instanceof JobEvent.Published published) {
      published(published);
    } else if (event instanceof JobEvent.RunStarted started) {
      voice.say(run(Line.STARTED, started.run()).put("how", started.how().name()));
      stop(Boundary.STARTED, started.run());
    } else if (event instanceof JobEvent.RunReturned returned) {
      voice.say(run(Line.RETURNED, returned.run()).put("failure", name(returned.failure())));
      stop(Boundary.RETURNED, returned.run());
    } else if (event instanceof JobEvent.Absorbed absorbed) {
      voice.say(run(Line.ABSORBED, absorbed.run()).put("technique", absorbed.technique().name()));
    } else if (event instanceof JobEvent.Moved moved) {
      moved(moved);
    }
  }

  private void published(JobEvent.Published published) {
    ObjectNode line =
        about(published.jobId(), published.type())
            .put("attempt", published.attempt())
            .put("entry", published.entryId())
            .put("again", published.again());
    voice.say(line.put(Line.EVENT, Line.PUBLISHED));
    gate.pass(Boundary.PUBLISHED, requests.of(published.jobId()), line);
  }

  private void moved(JobEvent.Moved moved) {
    if (moved.transition() == Transition.PUBLISH) {
      return; // told as published
    }
    ObjectNode line =
        about(moved.jobId(), moved.type())
            .put("attempt", moved.attempt())
            .put("run", moved.run())
            .put("transition", moved.transition().name())
            .put("cause", moved.cause());
    voice.say(line.put(Line.EVENT, Line.MOVED));
    if (moved.transition() == Transition.COMPLETE) {
      gate.pass(Boundary.COMPLETED, requests.of(moved.jobId()), line);
    }
  }

  private void stop(Boundary boundary, RunRef run) {
    gate.pass(boundary, requests.of(run.jobId()), run(Line.WAITING, run));
  }

  private static ObjectNode run(String event, RunRef run) {
    return about(run.jobId(), run.type())
        .put(Line.EVENT, event)
        .put("attempt", run.attempt())
        .put("run", run.run())
        .put("worker", run.worker())
        .put("entry", run.entryId());
  }

  private static ObjectNode about(JobId job, String type) {
    return Voice.event("").put("job", job.toString()).put("type", type);
  }

  private static @Nullable String name(@Nullable Throwable failure) {
    return failure == null ? null : failure.getClass().getName();
  }
}
