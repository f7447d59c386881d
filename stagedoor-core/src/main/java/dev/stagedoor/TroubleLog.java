package dev.stagedoor;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.Transition;
import dev.stagedoor.loop.Ticker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log lines of a Stagedoor: one WARN for each failed run, with its job id; trouble at most once
 * a second for each place, so that a server which is away does not fill the disk. Logs carry ids,
 * never payloads.
 */
final class TroubleLog implements JobListener {
  private static final Logger LOG = LoggerFactory.getLogger(Stagedoor.class);
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Ticker ticker;
  private final Map<String, Long> lastByPlace = new ConcurrentHashMap<>();

  TroubleLog(Ticker ticker) {
    this.ticker = ticker;
  }

  @Override
  public void on(JobEvent event) {
    if (event instanceof JobEvent.Moved moved) {
      moved(moved);
    } else if (event instanceof JobEvent.Trouble trouble) {
      trouble(trouble.where(), trouble.cause());
    } else if (event instanceof JobEvent.LossSuspected loss) {
      LOG.warn(
          "Stream {} may have lost entries ({}): epoch {} begins, every mark is asked for",
          loss.stream(),
          loss.reason(),
          loss.newEpoch());
    } else if (event instanceof JobEvent.NotDone notDone) {
      LOG.warn(
          "Job {} returned from {} but is not done: {}",
          notDone.run().jobId(),
          notDone.handler(),
          notDone.why());
    } else if (event instanceof JobEvent.UnreadableEntry entry) {
      LOG.warn(
          "Entry {} of queue {} has no readable job id: settled; its row is published again",
          entry.entryId(),
          entry.queue());
    }
  }

  private void moved(JobEvent.Moved moved) {
    if (moved.transition() == Transition.RETRY
        || moved.transition() == Transition.DIE
        || moved.transition() == Transition.PARK) {
      LOG.warn(
          "Job {} ({}) attempt {} run {}: {}: {}",
          moved.jobId(),
          moved.type(),
          moved.attempt(),
          moved.run(),
          word(moved.transition()),
          moved.cause());
    } else {
      LOG.debug(
          "Job {} ({}) attempt {} run {}: {}",
          moved.jobId(),
          moved.type(),
          moved.attempt(),
          moved.run(),
          moved.transition());
    }
  }

  private static String word(Transition transition) {
    return switch (transition) {
      case RETRY -> "failed, will be tried again";
      case PARK -> "parked for a person";
      default -> "dead";
    };
  }

  private void trouble(String where, Throwable cause) {
    long now = ticker.nanos();
    Long last = lastByPlace.get(where);
    if (last == null || now - last >= QUIET_NANOS) {
      lastByPlace.put(where, now);
      LOG.warn("{}: {}", where, cause.toString());
      LOG.debug("{}", where, cause);
    }
  }
}
