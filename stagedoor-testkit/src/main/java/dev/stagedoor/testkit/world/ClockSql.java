package dev.stagedoor.testkit.world;

/** The statements of {@link DatabaseClock}. */
final class ClockSql {
  private ClockSql() {}

  static final String SCHEMA = "stagedoor_clock";

  /** One at a time; ends with the transaction. */
  static final String LOCK = "SELECT pg_advisory_xact_lock(7161504290113)";

  /** What names outside of {@code pg_catalog} are qualified under, and ours are not seen. */
  static final String PLAIN_PATH = "SET LOCAL search_path = pg_catalog";

  /** Where an unqualified call finds ours. */
  static final String MOVED_PATH = "SET LOCAL search_path = stagedoor_clock, pg_catalog";

  /**
   * The functions of PostgreSQL that tell the time, moved by two settings of the session: one for
   * what stands still in a transaction, one for what does not. A setting that was never made is
   * null, one whose making was rolled back is empty. The bodies are single expressions, so that
   * they are inlined and an index on a time is used as before.
   */
  static final String INSTALL =
      """
      CREATE SCHEMA IF NOT EXISTS stagedoor_clock;
      GRANT USAGE ON SCHEMA stagedoor_clock TO PUBLIC;

      CREATE OR REPLACE FUNCTION stagedoor_clock.now() RETURNS timestamptz
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT pg_catalog.now() + coalesce(nullif(
          pg_catalog.current_setting('stagedoor_clock.begun', true), ''), '0')::interval $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.transaction_timestamp() RETURNS timestamptz
      LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT stagedoor_clock.now() $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.statement_timestamp() RETURNS timestamptz
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT pg_catalog.statement_timestamp() + coalesce(nullif(
          pg_catalog.current_setting('stagedoor_clock.present', true), ''), '0')::interval $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.clock_timestamp() RETURNS timestamptz
      LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
        SELECT pg_catalog.clock_timestamp() + coalesce(nullif(
          pg_catalog.current_setting('stagedoor_clock.present', true), ''), '0')::interval $$;

      CREATE OR REPLACE FUNCTION stagedoor_clock.current_timestamp() RETURNS timestamptz
      LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT stagedoor_clock.now() $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.current_timestamp(digits integer)
      RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT pg_catalog.timestamptz(stagedoor_clock.now(), digits) $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.localtimestamp() RETURNS timestamp
      LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT stagedoor_clock.now()::timestamp $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.localtimestamp(digits integer) RETURNS timestamp
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT pg_catalog.timestamp(stagedoor_clock.now()::timestamp, digits) $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.current_date() RETURNS date
      LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT stagedoor_clock.now()::date $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.current_time() RETURNS timetz
      LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT stagedoor_clock.now()::timetz $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.current_time(digits integer) RETURNS timetz
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT pg_catalog.timetz(stagedoor_clock.now()::timetz, digits) $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.localtime() RETURNS time
      LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT stagedoor_clock.now()::time $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.localtime(digits integer) RETURNS time
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT pg_catalog.time(stagedoor_clock.now()::time, digits) $$;

      CREATE OR REPLACE FUNCTION stagedoor_clock.age(since timestamptz) RETURNS interval
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT pg_catalog.age(stagedoor_clock.current_date()::timestamptz, since) $$;
      CREATE OR REPLACE FUNCTION stagedoor_clock.age(since timestamp) RETURNS interval
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT pg_catalog.age(stagedoor_clock.current_date()::timestamp, since) $$;
      """;

  /**
   * Defaults of columns and definitions of views that name the time, as statements that would make
   * them again; run under {@link #PLAIN_PATH}. A name in a string is found too: made again as it
   * was, it does no harm.
   */
  static final String STORED =
      """
      WITH word AS (SELECT '\\m(now|age|(transaction|statement|clock|current)_(timestamp|time|date)'
                           || '|localtime(stamp)?)\\M' AS pattern)
      SELECT format('ALTER %sTABLE ONLY %I.%I ALTER COLUMN %I SET DEFAULT %s',
                    CASE c.relkind WHEN 'f' THEN 'FOREIGN ' ELSE '' END,
                    n.nspname, c.relname, a.attname, pg_get_expr(d.adbin, d.adrelid)) AS statement
        FROM word, pg_attrdef d
        JOIN pg_class c ON c.oid = d.adrelid
        JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
       WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'f') AND a.attgenerated = '' AND NOT a.attisdropped
         AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_t'
         AND pg_get_expr(d.adbin, d.adrelid) ~* pattern
      UNION ALL
      SELECT format('CREATE OR REPLACE VIEW %I.%I %sAS %s', n.nspname, c.relname,
                    'WITH (' || array_to_string(c.reloptions, ', ') || ') ',
                    pg_get_viewdef(c.oid))
        FROM word, pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.oid >= 16384 AND c.relkind = 'v'
         AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_t'
         AND pg_get_viewdef(c.oid) ~* pattern
      """;

  /** Leaves the schema where something of the user's still needs it: unset, it moves nothing. */
  static final String UNINSTALL =
      """
      DO $$
      DECLARE
        functions text := (SELECT string_agg(p.oid::regprocedure::text, ', ')
                             FROM pg_catalog.pg_proc p
                            WHERE p.pronamespace = to_regnamespace('stagedoor_clock'));
      BEGIN
        IF functions IS NOT NULL THEN
          EXECUTE 'DROP FUNCTION ' || functions;
          DROP SCHEMA stagedoor_clock;
        END IF;
      EXCEPTION WHEN dependent_objects_still_exist THEN
        NULL;
      END
      $$
      """;
}
