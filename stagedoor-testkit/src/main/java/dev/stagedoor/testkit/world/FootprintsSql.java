package dev.stagedoor.testkit.world;

/** What {@link Footprints} asks the catalogue. */
final class FootprintsSql {
  /**
   * Words that may stand before a parenthesis without touching anything: keywords, and functions
   * that do not change the database. Of the volatile ones, those that only read a clock, draw a
   * random number or set what is the session's own.
   */
  static final String HARMLESS =
      """
      SELECT word FROM pg_get_keywords() WHERE word NOT IN ('do', 'call', 'execute')
      UNION
      SELECT proname::text FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
       GROUP BY proname
      HAVING bool_and(provolatile <> 'v')
          OR proname IN ('clock_timestamp', 'timeofday', 'random', 'gen_random_uuid', 'set_config',
                         'pg_backend_pid')""";

  /**
   * Tables; opaque: what it does cannot be told; heirs: itself, its partitions, and what inherits
   * from it; parents and children: its neighbours by foreign keys, children with those whose rows
   * go or change with theirs.
   */
  static final String TABLES =
      """
      WITH named AS (
        SELECT c.oid, c.relkind, n.nspname, c.relname, c.relhasrules,
               CASE WHEN n.nspname ~ '^[a-z_][a-z0-9_$]*$' THEN n.nspname
                    ELSE '"' || n.nspname || '"' END AS schema,
               CASE WHEN c.relname ~ '^[a-z_][a-z0-9_$]*$' THEN c.relname
                    ELSE '"' || c.relname || '"' END AS short
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
           AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'stagedoor_kit', 'stagedoor_clock'))
      SELECT schema || '.' || short AS name, short, pg_table_is_visible(t.oid) AS visible,
             relkind NOT IN ('r', 'p') OR relhasrules
               OR EXISTS (SELECT FROM pg_trigger g
                           WHERE g.tgrelid = t.oid AND NOT g.tgisinternal
                             AND g.tgname <> 'stagedoor_kit') AS opaque,
             ARRAY(SELECT p.schema || '.' || p.short FROM pg_constraint k JOIN named p ON p.oid = k.confrelid
                    WHERE k.conrelid = t.oid AND k.contype = 'f') AS parents,
             ARRAY(WITH RECURSIVE reached AS (
                     SELECT t.oid AS heir
                     UNION
                     SELECT i.inhrelid FROM pg_inherits i JOIN reached ON i.inhparent = heir)
                   SELECT h.schema || '.' || h.short FROM reached JOIN named h ON h.oid = heir) AS heirs,
             ARRAY(WITH RECURSIVE reached AS (
                     SELECT t.oid AS child, true AS changes
                     UNION
                     SELECT k.conrelid, k.confdeltype IN ('c', 'n', 'd') OR k.confupdtype IN ('c', 'n', 'd')
                       FROM pg_constraint k JOIN reached ON k.confrelid = child
                      WHERE k.contype = 'f' AND changes)
                   SELECT DISTINCT p.schema || '.' || p.short FROM reached JOIN named p ON p.oid = child
                    WHERE p.oid <> t.oid) AS children
        FROM named t""";

  private FootprintsSql() {}
}
