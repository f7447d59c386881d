package dev.stagedoor.effect;

import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of the user's own that holds the claims of an effect: a unique row for each (subject,
 * kind), a claim time and a done time. Its unique index is proved at start. Immutable.
 *
 * @param name of the table, with its schema where it needs one
 * @param subject column of the subject: {@code bigint}, {@code uuid} or {@code text}
 * @param kind column of the kind, or null where the table is for one kind only
 * @param claimedAt {@code timestamptz not null}
 * @param doneAt {@code timestamptz}, null until done
 */
public record ClaimTable(
    String name, String subject, @Nullable String kind, String claimedAt, String doneAt) {
  private static final Pattern COLUMN = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  private static final Pattern TABLE =
      Pattern.compile("([a-z_][a-z0-9_]{0,62}\\.)?[a-z_][a-z0-9_]{0,62}");

  public ClaimTable {
    require(TABLE, "table", name);
    require(COLUMN, "subject column", subject);
    if (kind != null) {
      require(COLUMN, "kind column", kind);
    }
    require(COLUMN, "claimed column", claimedAt);
    require(COLUMN, "done column", doneAt);
  }

  /** A table with columns {@code subject, kind, claimed_at, done_at}. */
  public static ClaimTable named(String name) {
    return new ClaimTable(name, "subject", "kind", "claimed_at", "done_at");
  }

  public ClaimTable subject(String column) {
    return new ClaimTable(name, column, kind, claimedAt, doneAt);
  }

  public ClaimTable kind(String column) {
    return new ClaimTable(name, subject, column, claimedAt, doneAt);
  }

  /** The table is for one kind of effect only and has no column for it. */
  public ClaimTable withoutKind() {
    return new ClaimTable(name, subject, null, claimedAt, doneAt);
  }

  public ClaimTable claimedAt(String column) {
    return new ClaimTable(name, subject, kind, column, doneAt);
  }

  public ClaimTable doneAt(String column) {
    return new ClaimTable(name, subject, kind, claimedAt, column);
  }

  private static void require(Pattern pattern, String what, String value) {
    if (!pattern.matcher(Objects.requireNonNull(value, what)).matches()) {
      throw new IllegalArgumentException(
          what + " \"" + value + "\": use a plain lower-case SQL name");
    }
  }
}
