package dev.stagedoor.testkit.world;

/** Statements of {@link Snapshot}; nobody else is in the database while they run. */
final class SnapshotSql {
  /** Left-overs of an exploration that was killed go first. */
  static final String SCHEMA =
      """
      DROP SCHEMA IF EXISTS stagedoor_kit CASCADE;
      CREATE SCHEMA stagedoor_kit;
      CREATE FUNCTION stagedoor_kit.touched() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM nextval(('stagedoor_kit.n' || part)::regclass)
           FROM unnest(string_to_array(trim(both ',' from TG_ARGV[0]), ',')) part;
        RETURN NULL;
      END $$""";

  /**
   * Tables with their columns that can be written; parts: the numbers of those whose rows a
   * statement on this one writes, itself or its partitions.
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
             CASE WHEN relkind = 'r' THEN ',' || number || ','
                  ELSE ',' || coalesce((SELECT string_agg(leaf.number::text, ',')
                          FROM pg_partition_tree(t.oid) p JOIN t leaf ON leaf.oid = p.relid
                         WHERE p.isleaf), '0') || ',' END AS parts
        FROM t ORDER BY number""";

  /** Number, columns, table. A sequence tells whether the table was written since. */
  static final String COPY =
      """
      CREATE SEQUENCE stagedoor_kit.n%1$d;
      CREATE TABLE stagedoor_kit.s%1$d AS SELECT %2$s FROM ONLY %3$s""";

  static final String WATCH =
      """
      DROP TRIGGER IF EXISTS stagedoor_kit ON %1$s;
      CREATE TRIGGER stagedoor_kit AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %1$s
        FOR EACH STATEMENT EXECUTE FUNCTION stagedoor_kit.touched('%2$s')""";

  /** Number, table, columns. */
  static final String TABLE_BACK =
      """
        IF (SELECT is_called FROM stagedoor_kit.n%1$d) THEN
          DELETE FROM %2$s;
          INSERT INTO %2$s (%3$s) OVERRIDING SYSTEM VALUE SELECT * FROM stagedoor_kit.s%1$d;
          PERFORM setval('stagedoor_kit.n%1$d', 1, false);
        END IF;
      """;

  /** A line for each sequence of the user's. */
  static final String SEQUENCES =
      """
      SELECT format(E'  PERFORM setval(%L, %s, %s);\\n', format('%I.%I', schemaname, sequencename),
                    coalesce(last_value, start_value), (last_value IS NOT NULL)::text)
        FROM pg_sequences
       WHERE schemaname NOT IN ('stagedoor_kit', 'stagedoor_clock')""";

  private SnapshotSql() {}

  static String putBack(String body) {
    return """
        CREATE FUNCTION stagedoor_kit.put_back() RETURNS void LANGUAGE plpgsql
        SET session_replication_role = replica AS $body$
        BEGIN
        %s
        END $body$"""
        .formatted(body);
  }
}
