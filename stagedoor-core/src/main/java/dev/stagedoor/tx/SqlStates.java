package dev.stagedoor.tx;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells database errors apart by SQLSTATE, never by text.
 *
 * @see <a href="https://www.postgresql.org/docs/current/errcodes-appendix.html">PostgreSQL error
 *     codes</a>
 */
public final class SqlStates {
  private static final Set<String> TRY_AGAIN = Set.of("40001", "40P01", "55P03");

  private SqlStates() {}

  /** Serialization failure, deadlock, lock time-out: nothing was done, the same again may work. */
  public static boolean tryAgain(Throwable failure) {
    String state = of(failure);
    return state != null && TRY_AGAIN.contains(state);
  }

  /** Connection lost or the server going away: what was under way is unknown. */
  public static boolean connectionLost(Throwable failure) {
    String state = of(failure);
    return state != null
        && (state.startsWith("08") || state.startsWith("57P") || state.equals("25P03"));
  }

  /** The SQLSTATE of this failure or of the nearest cause that has one; null for none. */
  public static @Nullable String of(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof SQLException sql && sql.getSQLState() != null) {
        return sql.getSQLState();
      }
      if (t.getCause() == t) {
        return null;
      }
    }
    return null;
  }
}
