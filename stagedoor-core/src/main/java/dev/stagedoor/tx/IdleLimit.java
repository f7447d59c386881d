package dev.stagedoor.tx;

/**
 * SQL expressions that every transaction of ours carries in its first statement, so that a process
 * which is stopped inside a transaction does not block its twin for ever: the server ends it. Local
 * to the transaction, hence fit for a transaction pooler. The session's own limit stays where it is
 * smaller.
 *
 * @see <a href="https://www.postgresql.org/docs/current/runtime-config-client.html">PostgreSQL,
 *     client connection defaults</a>
 */
public final class IdleLimit {
  /** At most 5 s: the relay's, which holds row locks while it publishes. */
  public static final String RELAY = atMost(5);

  /** At most 30 s: all others. */
  public static final String OTHERS = atMost(30);

  private IdleLimit() {}

  private static String atMost(int seconds) {
    return """
        set_config('idle_in_transaction_session_timeout',
          CASE WHEN current_setting('idle_in_transaction_session_timeout')::interval
                    BETWEEN interval '1 ms' AND interval '%1$d s'
               THEN current_setting('idle_in_transaction_session_timeout')
               ELSE '%1$ds' END, true)"""
        .formatted(seconds);
  }
}
