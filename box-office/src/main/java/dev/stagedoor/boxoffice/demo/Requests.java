package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.job.JobId;
import dev.stagedoor.stream.StreamEntry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which request each job comes from, learnt from the entries that pass. Thread-safe. */
final class Requests {
  private final Map<JobId, Job> jobs = new ConcurrentHashMap<>();

  /** What an entry tells of its job. */
  record Job(String request, String type) {}

  void learn(StreamEntry entry) {
    String request = entry.requestId();
    if (request != null) {
      jobs.put(entry.jobId(), new Job(request, entry.type()));
    }
  }

  /** Null for a job that was not seen or comes from no request. */
  @Nullable Job of(JobId id) {
    return jobs.get(id);
  }
}
