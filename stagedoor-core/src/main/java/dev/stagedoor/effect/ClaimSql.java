package dev.stagedoor.effect;

import dev.stagedoor.tx.IdleLimit;

/**
 * The statements of {@link Claim} over one table; {@link #BUILT_IN} are those over {@code effects}
 * alone, {@link OwnClaimSql} makes those over a table of the user's.
 *
 * @param take one statement that decides, and {@code look} behind it in the same round trip
 * @param look why it was not taken, or whether the job is still live
 */
record ClaimSql(
    String take, String look, String release, String unknown, String done, String park) {

  ClaimSql {
    take = named("claim the effect", take);
    look = named("look at the claim", look);
    release = named("release the claim", release);
    unknown = named("mark the effect unknown", unknown);
    done = named("mark the effect done", done);
    park = named("park the effect", park);
  }

  private static String named(String what, String sql) {
    return "/* stagedoor: " + what + " */ " + sql;
  }

  /** Whether the job that asks is live, at its attempt. */
  static final String LIVE = "stagedoor.is_live(p.job_id, p.attempt)";

  /** The parameters of {@link #take}, in the order of their question marks. */
  static final String TAKE_PARAMETERS =
      """
      WITH p AS (SELECT ?::text AS kind, ?::text AS subject, ?::uuid AS job_id,
                        ?::integer AS attempt, ?::integer AS run, ?::text AS worker,
                        ?::interval AS stale_after, ?::interval AS send_timeout,
                        ?::interval AS keys_kept, ?::boolean AS resend_stale,
                        ?::integer AS permit, ?::bytea AS request)""";

  /** Those of {@link #look}. */
  static final String LOOK_PARAMETERS =
      """
      WITH p AS (SELECT ?::text AS kind, ?::text AS subject, ?::uuid AS job_id,
                        ?::integer AS attempt, ?::interval AS stale_after,
                        ?::interval AS send_timeout, ?::interval AS keys_kept,
                        ?::boolean AS resend_stale)""";

  /**
   * Whether the effect in row e may be sent without asking anybody: with a key, while the provider
   * is sure to remember the first request for as long as this one takes; without, if it is known
   * not to have been sent, or if that was chosen. Or a person has said so, and nobody has tried
   * since.
   */
  static final String MAY_SEND =
      """
      CASE WHEN e.permit = e.tries THEN true
           WHEN p.keys_kept IS NOT NULL
                THEN clock_timestamp() + p.send_timeout < e.first_tried_at + p.keys_kept
           ELSE p.resend_stale OR (e.state = 'claimed' AND e.claimed_at = '-infinity') END""";

  /** {@link #MAY_SEND}, or a lookup found that nothing happened, and nobody has tried since. */
  static final String MAY_TAKE =
      """
      (SELECT CASE WHEN p.permit IS NOT NULL THEN e.tries = p.permit
                   ELSE %s END FROM p)"""
          .formatted(MAY_SEND);

  /** The columns of a claim's owner, in an upsert. */
  static final String OWNER_IS_EXCLUDED =
      """
      job_id = EXCLUDED.job_id, attempt = EXCLUDED.attempt, run = EXCLUDED.run,
                   worker = EXCLUDED.worker""";

  /** The bytes that were kept first are sent by every try. */
  static final String FIRST_REQUEST_STAYS =
      """
      request = coalesce(e.request, EXCLUDED.request),
                   fingerprint = coalesce(e.fingerprint, EXCLUDED.fingerprint)""";

  /**
   * Any number of runs at once: the unique index lets one insert, the row's lock one update; the
   * others see what that one has written. 0 rows: not taken, {@link #look} tells why.
   */
  private static final String TAKE =
      TAKE_PARAMETERS
          + """

          INSERT INTO stagedoor.effects AS e
                 (kind, subject, job_id, attempt, run, worker, claimed_at, first_tried_at,
                  request, fingerprint)
          SELECT p.kind, p.subject, p.job_id, p.attempt, p.run, p.worker, c.now, c.now,
                 p.request, sha256(p.request)
            FROM p CROSS JOIN (SELECT clock_timestamp() AS now) c
           WHERE %s
          ON CONFLICT (kind, subject) DO UPDATE
               SET state = 'claimed', claimed_at = clock_timestamp(), tries = e.tries + 1,
                   %s,
                   %s
             WHERE e.state IN ('claimed', 'unknown')
               AND e.claimed_at < clock_timestamp() - (SELECT p.stale_after FROM p)
               AND %s
          RETURNING true AS owned, claimed_at, tries, intent, request"""
              .formatted(LIVE, OWNER_IS_EXCLUDED, FIRST_REQUEST_STAYS, MAY_TAKE);

  /**
   * Any number at once; always one row. {@code free} means that it has become so since the take
   * before; the times of a released claim are infinite, and take no part in sums.
   */
  private static final String LOOK =
      LOOK_PARAMETERS
          + """

          SELECT %s AS live,
                 CASE WHEN e.kind IS NULL THEN 'free'
                      WHEN e.state IN ('done', 'parked') THEN e.state
                      WHEN e.claimed_at >= clock_timestamp() - p.stale_after THEN 'held'
                      WHEN %s THEN 'free'
                      ELSE 'unknown' END AS standing,
                 e.reference, coalesce(e.tries, 0) AS tries, coalesce(e.intent, 1) AS intent,
                 %s AS evidence, %s AS fresh_for_ms, %s
            FROM p LEFT JOIN stagedoor.effects e ON e.kind = p.kind AND e.subject = p.subject"""
              .formatted(
                  LIVE,
                  MAY_SEND,
                  evidence("e.first_tried_at"),
                  freshFor("e.claimed_at"),
                  IdleLimit.OTHERS);

  /** The owner's, and nobody else's: 0 rows if the claim went stale and another run has it now. */
  private static final String RELEASE =
      """
      UPDATE stagedoor.effects SET claimed_at = '-infinity'
       WHERE kind = ? AND subject = ? AND claimed_at = ? AND state = 'claimed'""";

  /** The owner's, as {@link #RELEASE}. */
  static final String UNKNOWN =
      """
      WITH p AS (SELECT ?::text AS kind, ?::text AS subject, ?::timestamptz AS token,
                        ?::text AS evidence, ?::boolean AS release)
      UPDATE stagedoor.effects e
         SET state = 'unknown', evidence = p.evidence,
             claimed_at = CASE WHEN p.release THEN '-infinity' ELSE e.claimed_at END
        FROM p
       WHERE e.kind = p.kind AND e.subject = p.subject AND e.claimed_at = p.token
         AND e.state = 'claimed'""";

  /** Any run that knows, at any time. 0 rows: recorded before. */
  static final String DONE_SIDE =
      """
      INSERT INTO stagedoor.effects AS e
             (kind, subject, state, job_id, attempt, run, worker, claimed_at, first_tried_at,
              done_at, reference)
      SELECT p.kind, p.subject, 'done', p.job_id, p.attempt, p.run, p.worker, c.now, c.now, c.now,
             p.text
        FROM p CROSS JOIN (SELECT clock_timestamp() AS now) c
      ON CONFLICT (kind, subject) DO UPDATE
           SET state = 'done', done_at = clock_timestamp(), reference = EXCLUDED.reference,
               parked_at = NULL, request = NULL, %s
         WHERE e.state <> 'done'"""
          .formatted(OWNER_IS_EXCLUDED);

  /** Those of {@link #done} and, with the tries, of {@link #park}. */
  static final String VERDICT_PARAMETERS =
      """
      WITH p AS (SELECT ?::text AS kind, ?::text AS subject, ?::uuid AS job_id,
                        ?::integer AS attempt, ?::integer AS run, ?::text AS worker,
                        ?::text AS text%s)""";

  /** A run that found it unknown. 0 rows: done meanwhile, or tried again: not for us to judge. */
  static final String PARK =
      VERDICT_PARAMETERS.formatted(", ?::integer AS tries, ?::boolean AS other_request")
          + """

          INSERT INTO stagedoor.effects AS e
                 (kind, subject, state, job_id, attempt, run, worker, claimed_at, first_tried_at,
                  tries, parked_at, evidence, other_request)
          SELECT p.kind, p.subject, 'parked', p.job_id, p.attempt, p.run, p.worker, '-infinity',
                 c.now, greatest(p.tries, 1), c.now, p.text, p.other_request
            FROM p CROSS JOIN (SELECT clock_timestamp() AS now) c
          ON CONFLICT (kind, subject) DO UPDATE
               SET state = 'parked', parked_at = clock_timestamp(), evidence = EXCLUDED.evidence,
                   other_request = EXCLUDED.other_request,
                   %s
             WHERE e.state IN ('claimed', 'unknown') AND e.tries = (SELECT p.tries FROM p)"""
              .formatted(OWNER_IS_EXCLUDED);

  /** Reads only. 0 rows: never tried. */
  static final String STORED =
      "SELECT state = 'done' AS done, request, "
          + IdleLimit.OTHERS
          + " FROM stagedoor.effects WHERE kind = ? AND subject = ?";

  static final ClaimSql BUILT_IN =
      new ClaimSql(
          TAKE + ";\n" + LOOK,
          LOOK,
          RELEASE,
          UNKNOWN,
          VERDICT_PARAMETERS.formatted("") + "\n" + DONE_SIDE,
          PARK);

  /** What is known of the tries so far; the first one's time bounds the provider's memory. */
  static String evidence(String firstTriedAt) {
    return """
        coalesce(e.evidence || ' ', '') || 'First tried at '
                   || coalesce(to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS'), '?')
                   || ' UTC, ' || coalesce(e.tries, 1) || ' tries.'"""
        .formatted(firstTriedAt);
  }

  /** How long the claim stays fresh, in milliseconds, rounded up; 0 for one that is not. */
  static String freshFor(String claimedAt) {
    return """
        CASE WHEN isfinite(%1$s)
                      THEN greatest(0, ceil(1000 * extract(epoch FROM
                             %1$s + p.stale_after - clock_timestamp())))::bigint
                      ELSE 0 END"""
        .formatted(claimedAt);
  }
}
