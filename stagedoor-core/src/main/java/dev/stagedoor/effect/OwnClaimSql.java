package dev.stagedoor.effect;

import dev.stagedoor.tx.IdleLimit;
import java.util.Map;

/**
 * The statements of {@link Claim} over a table of the user's. Its row decides who owns the effect;
 * what it has no column for (first try, tries, unknown, parked) stands in a side row of {@code
 * effects}, written by the same statement. Where the side row's rule says no, the whole claim is
 * rolled back by the caller: {@code owned} is false then.
 *
 * <p>Names come from a {@link ClaimTable}, whose constructor lets plain names through only, and
 * types from the catalogue; neither is ever data.
 */
final class OwnClaimSql {
  private OwnClaimSql() {}

  /**
   * As {@link ClaimSql#take}. A row that was there before Stagedoor, and so has no side row, counts
   * as first tried when it was claimed; where there is one, it alone knows what may be sent.
   */
  private static final String TAKE =
      ClaimSql.TAKE_PARAMETERS
          + """
          ,
          was AS (
            SELECT t.{claimed} AS first FROM {table} t, p
             WHERE {is mine} AND isfinite(t.{claimed})
               AND NOT EXISTS (SELECT FROM stagedoor.effects k
                                WHERE k.kind = p.kind AND k.subject = p.subject)),
          own AS (
            INSERT INTO {table} AS t ({columns}, {claimed})
            SELECT {values}, clock_timestamp() FROM p WHERE {live}
            ON CONFLICT ({columns}) DO UPDATE SET {claimed} = clock_timestamp()
             WHERE t.{done} IS NULL
               AND t.{claimed} < clock_timestamp() - (SELECT p.stale_after FROM p)
            RETURNING t.{claimed} AS claimed_at),
          side AS (
            INSERT INTO stagedoor.effects AS e
                   (kind, subject, job_id, attempt, run, worker, claimed_at, first_tried_at,
                    request, fingerprint)
            SELECT p.kind, p.subject, p.job_id, p.attempt, p.run, p.worker, own.claimed_at,
                   least(was.first, own.claimed_at), p.request, sha256(p.request)
              FROM p CROSS JOIN own LEFT JOIN was ON true
             WHERE was.first IS NULL OR p.permit IS NOT NULL
                OR CASE WHEN p.keys_kept IS NOT NULL
                             THEN clock_timestamp() + p.send_timeout < was.first + p.keys_kept
                        ELSE p.resend_stale END
            ON CONFLICT (kind, subject) DO UPDATE
                 SET state = 'claimed', claimed_at = EXCLUDED.claimed_at, tries = e.tries + 1,
                     {owner},
                     {first request stays}
               WHERE e.state IN ('claimed', 'unknown') AND {may take}
            RETURNING e.tries, e.intent, e.request)
          SELECT side.tries IS NOT NULL AS owned, own.claimed_at, coalesce(side.tries, 0) AS tries,
                 coalesce(side.intent, 1) AS intent, side.request
            FROM own LEFT JOIN side ON true""";

  /**
   * As {@link ClaimSql#look}. Done is what either row says: it was sent, whatever became of it.
   * Unmarked is what only the side row says, since a person decided so: the user's is to be marked.
   */
  private static final String LOOK =
      ClaimSql.LOOK_PARAMETERS
          + """

          SELECT {live} AS live,
                 CASE WHEN t.{done} IS NOT NULL THEN 'done'
                      WHEN e.state = 'done' AND t.{claimed} IS NOT NULL THEN 'unmarked'
                      WHEN e.state IN ('done', 'parked') THEN e.state
                      WHEN t.{claimed} IS NULL AND e.kind IS NULL THEN 'free'
                      WHEN t.{claimed} >= clock_timestamp() - p.stale_after THEN 'held'
                      WHEN e.kind IS NULL AND NOT isfinite(t.{claimed}) THEN 'free'
                      WHEN {may send} THEN 'free'
                      ELSE 'unknown' END AS standing,
                 e.reference, coalesce(e.tries, 0) AS tries, coalesce(e.intent, 1) AS intent,
                 {evidence} AS evidence, {fresh for} AS fresh_for_ms, {idle limit}
            FROM p
            LEFT JOIN {table} t ON {is mine}
            LEFT JOIN stagedoor.effects known ON known.kind = p.kind AND known.subject = p.subject
           CROSS JOIN LATERAL (
             SELECT known.kind, known.state, known.reference, known.evidence, known.tries,
                    known.intent, known.permit, known.claimed_at,
                    coalesce(known.first_tried_at, t.{claimed}) AS first_tried_at) e""";

  /** As {@link ClaimSql#release}; both rows by the same token. */
  private static final String RELEASE =
      """
      WITH p AS (SELECT ?::text AS kind, ?::text AS subject, ?::timestamptz AS token),
      own AS (
        UPDATE {table} t SET {claimed} = '-infinity' FROM p
         WHERE {is mine} AND t.{claimed} = p.token AND t.{done} IS NULL)
      UPDATE stagedoor.effects e SET claimed_at = '-infinity' FROM p
       WHERE e.kind = p.kind AND e.subject = p.subject AND e.claimed_at = p.token
         AND e.state = 'claimed'""";

  /** As {@link ClaimSql#unknown}; both rows by the same token. */
  private static final String UNKNOWN =
      """
      WITH p AS (SELECT ?::text AS kind, ?::text AS subject, ?::timestamptz AS token,
                        ?::text AS evidence, ?::boolean AS release),
      own AS (
        UPDATE {table} t SET {claimed} = '-infinity' FROM p
         WHERE p.release AND {is mine} AND t.{claimed} = p.token AND t.{done} IS NULL)
      UPDATE stagedoor.effects e
         SET state = 'unknown', evidence = p.evidence,
             claimed_at = CASE WHEN p.release THEN '-infinity' ELSE e.claimed_at END
        FROM p
       WHERE e.kind = p.kind AND e.subject = p.subject AND e.claimed_at = p.token
         AND e.state = 'claimed'""";

  /** As {@link ClaimSql#done}; an earlier time of the user's row stands. */
  private static final String DONE =
      ClaimSql.VERDICT_PARAMETERS.formatted("")
          + """
          ,
          own AS (
            UPDATE {table} t SET {done} = clock_timestamp() FROM p
             WHERE {is mine} AND t.{done} IS NULL)
          """
          + ClaimSql.DONE_SIDE;

  static ClaimSql over(ClaimTables.Typed typed) {
    return new ClaimSql(
        fill(TAKE + ";\n" + LOOK, typed),
        fill(LOOK, typed),
        fill(RELEASE, typed),
        fill(UNKNOWN, typed),
        fill(DONE, typed),
        ClaimSql.PARK);
  }

  private static String fill(String statement, ClaimTables.Typed typed) {
    Map<String, String> names =
        Map.ofEntries(
            Map.entry("table", typed.table()),
            Map.entry("columns", String.join(", ", typed.key().keySet())),
            Map.entry("values", String.join(", ", typed.key().values())),
            Map.entry("is mine", isMine(typed.key())),
            Map.entry("claimed", typed.claimedAt()),
            Map.entry("done", typed.doneAt()),
            Map.entry("live", ClaimSql.LIVE),
            Map.entry("owner", ClaimSql.OWNER_IS_EXCLUDED),
            Map.entry("first request stays", ClaimSql.FIRST_REQUEST_STAYS),
            Map.entry("may take", ClaimSql.MAY_TAKE),
            Map.entry("may send", ClaimSql.MAY_SEND),
            Map.entry("evidence", ClaimSql.evidence("e.first_tried_at")),
            Map.entry("fresh for", ClaimSql.freshFor("t." + typed.claimedAt())),
            Map.entry("idle limit", IdleLimit.OTHERS));
    String filled = statement;
    for (Map.Entry<String, String> name : names.entrySet()) {
      filled = filled.replace("{" + name.getKey() + "}", name.getValue());
    }
    return filled;
  }

  private static String isMine(Map<String, String> key) {
    return String.join(
        " AND ",
        key.entrySet().stream().map(e -> "t." + e.getKey() + " = " + e.getValue()).toList());
  }
}
