package dev.stagedoor.boxoffice.order;

import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.NewJob;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP request that something began with, carried along to the last call of a provider.
 *
 * @param requestId for logs
 * @param place in a trace; null for a job that carries none, or a malformed one
 */
public record Origin(String requestId, @Nullable TraceContext place) {
  /** The step of a trace that this began in; empty where it is in none. */
  public Optional<TraceContext> trace() {
    return Optional.ofNullable(place);
  }

  /** For a line of a log: both ids. */
  @Override
  public String toString() {
    return place == null ? requestId : requestId + " (trace " + place.traceId() + ")";
  }

  /** The same job, carrying this along. */
  public <P> NewJob<P> on(NewJob<P> job) {
    NewJob<P> carrying = job.requestId(requestId);
    return place == null ? carrying : carrying.traceparent(place.traceparent());
  }

  /** Of the job that is run; its own id stands in for a request that nobody made. */
  public static Origin of(JobRun<?> run) {
    return new Origin(
        run.requestId().orElseGet(() -> run.jobId().toString()),
        run.traceparent().flatMap(TraceContext::read).orElse(null));
  }
}
