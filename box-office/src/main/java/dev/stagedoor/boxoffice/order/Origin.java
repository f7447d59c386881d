package dev.stagedoor.boxoffice.order;

import dev.stagedoor.handler.JobRun;
import dev.stagedoor.job.NewJob;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP request that something began with, carried along to the last call of a provider.
 *
 * @param requestId for logs
 * @param trace the W3C trace context; null where the client sent none
 */
public record Origin(String requestId, @Nullable String trace) {
  public Optional<String> traceparent() {
    return Optional.ofNullable(trace);
  }

  /** The same job, carrying this along. */
  public <P> NewJob<P> on(NewJob<P> job) {
    NewJob<P> carrying = job.requestId(requestId);
    return trace == null ? carrying : carrying.traceparent(trace);
  }

  /** Of the job that is run; its own id stands in for a request that nobody made. */
  public static Origin of(JobRun<?> run) {
    return new Origin(
        run.requestId().orElseGet(() -> run.jobId().toString()), run.traceparent().orElse(null));
  }
}
