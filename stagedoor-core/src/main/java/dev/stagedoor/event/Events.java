package dev.stagedoor.event;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells every listener, in the order they were registered. Immutable, thread-safe. */
public final class Events implements JobListener {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);
  private final List<JobListener> listeners;

  public Events(List<JobListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  /** Nobody listens. */
  public static Events none() {
    return new Events(List.of());
  }

  @Override
  public void on(JobEvent event) {
    for (JobListener listener : listeners) {
      try {
        listener.on(event);
      } catch (RuntimeException e) { // a listener's fault must not become the job's
        LOG.error("Listener {} failed on {}", listener, event, e);
      }
    }
  }
}
