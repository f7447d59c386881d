package dev.stagedoor.effect;

import dev.stagedoor.tx.IdleLimit;

/** The statements of {@link ClaimTables}: the catalogue only, any number at a time. */
final class ClaimTablesSql {
  private ClaimTablesSql() {}

  /** Opens the transaction of a first claim. 0 rows: no such table. */
  static final String COLUMNS =
      """
      SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
             a.attnotnull AS not_null,
             a.atthasdef OR a.attidentity <> '' OR a.attgenerated <> '' AS filled,
             %s
        FROM pg_attribute a
       WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped
       ORDER BY a.attnum
      """
          .formatted(IdleLimit.OTHERS);

  /** One row. Only such an index can decide a conflict: whole, plain, not deferrable. */
  static final String UNIQUE_INDEX =
      """
      SELECT EXISTS (
        SELECT FROM pg_index i
         WHERE i.indrelid = to_regclass(?) AND i.indisunique AND i.indisvalid AND i.indimmediate
           AND i.indpred IS NULL AND i.indexprs IS NULL
           AND (SELECT array_agg(a.attname::text ORDER BY a.attname::text COLLATE "C")
                  FROM pg_attribute a
                 WHERE a.attrelid = i.indrelid
                   AND a.attnum = ANY ((i.indkey::smallint[])[0:i.indnkeyatts - 1])) = ?::text[])
        AS there
      """;
}
