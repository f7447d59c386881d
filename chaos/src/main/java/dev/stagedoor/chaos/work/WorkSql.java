package dev.stagedoor.chaos.work;

/** The suite's own tables: what was asked for, and what came of it. */
final class WorkSql {
  /** No unique constraint on effects: what happens twice must be seen twice. */
  static final String TABLES =
      """
      CREATE SCHEMA chaos;
      CREATE TABLE chaos.tasks (
        n            bigint  PRIMARY KEY,
        changed      boolean NOT NULL DEFAULT false,
        cancelled_at timestamptz
      );
      CREATE TABLE chaos.effects (
        n    bigint NOT NULL,
        what text   NOT NULL,
        job  uuid   NOT NULL,
        at   timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      """;

  /** In the transaction of the task's job. 0 rows: a lost reply, it was committed before. */
  static final String ASK = "INSERT INTO chaos.tasks (n) VALUES (?) ON CONFLICT DO NOTHING";

  /** In a run's transaction. Never 0 rows. */
  static final String EFFECT = "INSERT INTO chaos.effects (n, what, job) VALUES (?, ?, ?)";

  /** A conditional write. 0 rows: another run has changed it. */
  static final String CHANGE = "UPDATE chaos.tasks SET changed = true WHERE n = ? AND NOT changed";

  /** Once the transaction that cancels its job has committed. */
  static final String CANCELLED =
      "UPDATE chaos.tasks SET cancelled_at = clock_timestamp() WHERE n = ?";

  /** What was asked for. */
  static final String TASKS = "SELECT n, cancelled_at IS NOT NULL FROM chaos.tasks";

  /**
   * What happened to tasks long after they were cancelled. A transaction that had asked for its job
   * before may still commit; none of them takes seconds.
   */
  static final String TOO_LATE =
      """
      SELECT e.n, e.what FROM chaos.effects e JOIN chaos.tasks t ON t.n = e.n
       WHERE e.at > t.cancelled_at + interval '2 s'
      """;

  /** What happened, counted. */
  static final String EFFECTS = "SELECT n, what, count(*) FROM chaos.effects GROUP BY n, what";

  private WorkSql() {}
}
