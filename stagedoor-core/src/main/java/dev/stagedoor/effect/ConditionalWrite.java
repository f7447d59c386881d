package dev.stagedoor.effect;

import dev.stagedoor.tx.BoundStatement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first technique: a write that carries the state it expects ({@code … WHERE pdf_key IS NULL}).
 * Of two runs that both read the old state, one changes a row and goes on to what follows from it;
 * the other changes none and does nothing.
 *
 * <p>Gives nothing for state that cannot be read, for what left the process, or where the check and
 * the write are two statements. A run that changed no row must not do what follows, or it happens
 * twice.
 */
public final class ConditionalWrite {
  private static final Pattern TARGET =
      Pattern.compile(
          "\\s*(UPDATE|INSERT\\s+INTO|DELETE\\s+FROM)\\s+(?:ONLY\\s+)?([\\w.\"]{1,128}).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private ConditionalWrite() {}

  /** Runs the statement; false if it changed no row: the state was reached before. */
  public static boolean changed(Connection connection, String sql, @Nullable Object... args)
      throws SQLException {
    return BoundStatement.update(connection, sql, args) > 0;
  }

  /** What the statement writes, for events: verb and table, never a value. */
  public static String label(String sql) {
    Matcher target = TARGET.matcher(sql);
    return target.matches()
        ? target.group(1).split("\\s", 2)[0].toUpperCase(java.util.Locale.ROOT)
            + " "
            + target.group(2)
        : "conditional write";
  }
}
