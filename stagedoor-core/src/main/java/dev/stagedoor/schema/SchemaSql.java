package dev.stagedoor.schema;

import dev.stagedoor.tx.IdleLimit;

/** The statements of {@link Migrations}. */
final class SchemaSql {
  private SchemaSql() {}

  /** One migrator at a time in a database; the others wait here. The key is "Stagedor" in ASCII. */
  static final String LOCK =
      "SELECT pg_advisory_xact_lock(x'5374616765646f72'::bigint), " + IdleLimit.OTHERS;

  /** Anybody may run it at any time; false means that no migrator has committed here. */
  static final String EXISTS = "SELECT to_regclass('stagedoor.schema_version') IS NOT NULL";

  /** Only after {@link #EXISTS}, or the caller's transaction is aborted. Always one row. */
  static final String VERSION = "SELECT coalesce(max(version), 0) FROM stagedoor.schema_version";

  /**
   * Only the holder of the lock. The schema may be there: an administrator made it for a user who
   * may not create one.
   */
  static final String VERSIONS =
      """
      DO $$ BEGIN
        IF to_regnamespace('stagedoor') IS NULL THEN
          CREATE SCHEMA stagedoor;
        END IF;
      END $$;
      CREATE TABLE IF NOT EXISTS stagedoor.schema_version (
        version     integer     PRIMARY KEY,
        name        text        NOT NULL,
        applied_at  timestamptz NOT NULL DEFAULT clock_timestamp()
      )
      """;

  /** Only the holder of the lock; always one row. */
  static final String RECORD = "INSERT INTO stagedoor.schema_version (version, name) VALUES (?, ?)";

  /** Anybody; one row. */
  static final String DURABILITY =
      """
      SELECT current_setting('fsync') AS fsync,
             current_setting('synchronous_commit') AS synchronous_commit,
             current_setting('full_page_writes') AS full_page_writes
      """;
}
