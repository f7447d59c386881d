package dev.stagedoor.cli;

/** The statements of {@link ListJobsCommand}. */
final class JobsSql {
  private JobsSql() {}

  /**
   * Anybody, at any time: it reads. 0 rows: no job answers to the filters. A null filter lets all
   * pass. Newest first: ids begin with the time of their enqueue.
   */
  static final String LIST =
      """
      SELECT id, type, queue, state, priority, due_at, attempt, run, failures, crashes,
             unique_key, request_id, created_at, ended_at, cause, payload
        FROM stagedoor.jobs
       WHERE (?::text IS NULL OR state = ?)
         AND (?::text IS NULL OR type = ?)
         AND (?::text IS NULL OR queue = ?)
       ORDER BY id DESC
       LIMIT ?
      """;
}
