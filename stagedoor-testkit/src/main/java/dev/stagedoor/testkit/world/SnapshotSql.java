package dev.stagedoor.testkit.world;

/** Statements of {@link Snapshot}; nobody else is in the database while they run. */
final class SnapshotSql {
  static final String NO_SCHEMA = "DROP SCHEMA IF EXISTS stagedoor_kit CASCADE";

  /** Left-overs of an exploration that was killed go first. */
  static final String SCHEMA = NO_SCHEMA + "; CREATE SCHEMA stagedoor_kit";

  /**
   * Tables with their columns that can be written; parts: the numbers of those whose rows a
   * statement on this one writes, itself, its partitions, the tables that inherit from it; none for
   * a partitioned one without partitions.
   */
  static final String TABLES =
      """
      WITH t AS (
        SELECT c.oid, c.relkind, row_number() OVER (ORDER BY n.nspname, c.relname) AS number,
               format('%I.%I', n.nspname, c.relname) AS name,
               (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
                  FROM pg_attribute a
                 WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                   AND a.attgenerated = '') AS columns
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't'
           AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast',
                                 'stagedoor_kit', 'stagedoor_clock'))
      SELECT number, name, coalesce(columns, '') AS columns,
             ARRAY(WITH RECURSIVE reached AS (
                     SELECT t.oid AS heir
                     UNION
                     SELECT i.inhrelid FROM pg_inherits i JOIN reached ON i.inhparent = heir)
                   SELECT leaf.number FROM reached JOIN t leaf ON leaf.oid = heir
                    WHERE leaf.relkind = 'r') AS parts
        FROM t ORDER BY number""";

  /** For the session, not for the function: each change of it makes the server forget its plans. */
  static final String NO_TRIGGERS = "SET session_replication_role = replica";

  static final String TRIGGERS = "RESET session_replication_role";

  /** Number, columns, table. A sequence tells whether the table was written since. */
  static final String COPY =
      """
      CREATE SEQUENCE stagedoor_kit.n%1$d;
      CREATE TABLE stagedoor_kit.s%1$d AS SELECT %2$s FROM ONLY %3$s""";

  /** Number, table, {@link #TOUCHED} of its parts: an assignment takes no plan, a query does. */
  static final String WATCH =
      """
      CREATE FUNCTION stagedoor_kit.touched%1$d() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE n bigint;
      BEGIN
      %3$s  RETURN NULL;
      END $$;
      DROP TRIGGER IF EXISTS stagedoor_kit ON %2$s;
      CREATE TRIGGER stagedoor_kit AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %2$s
        FOR EACH STATEMENT EXECUTE FUNCTION stagedoor_kit.touched%1$d()""";

  /** Number. */
  static final String TOUCHED = "  n := nextval('stagedoor_kit.n%d');\n";

  /** Number; one of the fields of the row {@code t}. */
  static final String WAS_TOUCHED = "(SELECT is_called FROM stagedoor_kit.n%1$d) AS t%1$d";

  /** Number, table, columns. */
  static final String TABLE_BACK =
      """
        IF t.t%1$d THEN
          DELETE FROM ONLY %2$s;
          INSERT INTO %2$s (%3$s) OVERRIDING SYSTEM VALUE SELECT * FROM stagedoor_kit.s%1$d;
          n := setval('stagedoor_kit.n%1$d', 1, false);
        END IF;
      """;

  /** A line for each sequence of the user's. */
  static final String SEQUENCES =
      """
      SELECT format(E'  n := setval(%L, %s, %s);\\n', format('%I.%I', schemaname, sequencename),
                    coalesce(last_value, start_value), (last_value IS NOT NULL)::text)
        FROM pg_sequences
       WHERE schemaname NOT IN ('stagedoor_kit', 'stagedoor_clock')""";

  private SnapshotSql() {}

  /** The function that puts rows back: which were touched, then what to do. */
  static String putBack(String touched, String body) {
    return """
        CREATE FUNCTION stagedoor_kit.put_back() RETURNS void LANGUAGE plpgsql AS $body$
        DECLARE
          t record;
          n bigint;
        BEGIN
          SELECT %s INTO t;
        %s
        END $body$"""
        .formatted(touched, body);
  }
}
