package dev.stagedoor.effect;

/** The statements of {@link EffectRows}. */
final class EffectRowsSql {
  private EffectRowsSql() {}

  private static final String COLUMNS =
      """
      SELECT kind, subject, state, job_id, tries, first_tried_at, nullif(claimed_at, '-infinity')
             AS claimed_at, done_at, reference, evidence, intent, other_request, decision,
             decided_by, decided_at
        FROM stagedoor.effects
      """;

  /** Reads only. 0 rows: never tried. */
  static final String FIND = COLUMNS + " WHERE kind = ? AND subject = ?";

  /** Reads only. */
  static final String OPEN =
      COLUMNS + " WHERE state IN ('parked', 'unknown') ORDER BY first_tried_at LIMIT ?";

  /**
   * Any number of people at once, the first has decided. 0 rows: not parked or unknown, so either a
   * run is at it, it is done, or it was never tried. The table of the user's, where there is one,
   * is marked by the next run, which finds the effect done.
   */
  static final String DONE =
      """
      UPDATE stagedoor.effects
         SET state = 'done', done_at = clock_timestamp(), parked_at = NULL, request = NULL,
             reference = coalesce(?, reference),
             decision = 'was done', decided_by = ?, decided_at = clock_timestamp()
       WHERE kind = ? AND subject = ? AND state IN ('parked', 'unknown')
      RETURNING job_id""";

  /**
   * As {@link #DONE}. Under the same key and with the same bytes it may be sent once, whatever the
   * provider has forgotten: a run that tries raises the tries, and the permit is used up. Where the
   * provider knows the key with another request, sending again would be refused for ever: it
   * becomes a new intent, with a key, a request and a first try of its own. The tries go on rising:
   * whoever was at the old intent must not be taken for one who is at the new.
   */
  static final String SEND_AGAIN =
      """
      UPDATE stagedoor.effects
         SET state = 'claimed', claimed_at = '-infinity', parked_at = NULL,
             permit = CASE WHEN other_request THEN NULL ELSE tries END,
             intent = CASE WHEN other_request THEN intent + 1 ELSE intent END,
             first_tried_at = CASE WHEN other_request THEN clock_timestamp()
                                   ELSE first_tried_at END,
             request = CASE WHEN other_request THEN NULL ELSE request END,
             fingerprint = CASE WHEN other_request THEN NULL ELSE fingerprint END,
             other_request = false,
             decision = CASE WHEN other_request THEN 'do anew' ELSE 'send again' END,
             decided_by = ?, decided_at = clock_timestamp()
       WHERE kind = ? AND subject = ? AND state IN ('parked', 'unknown')
      RETURNING job_id""";
}
