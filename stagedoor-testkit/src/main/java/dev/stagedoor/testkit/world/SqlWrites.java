package dev.stagedoor.testkit.world;

import dev.stagedoor.testkit.world.SqlText.Word;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What a text says of the rows and of the session that it changes, by its words. Immutable. */
final class SqlWrites {
  /** Words before UPDATE that make it a lock, a part of another statement, or a clause. */
  private static final Set<String> NO_UPDATE = Set.of("for", "key", "do", "then", "on");

  private static final Set<String> AGGREGATES =
      Set.of("count", "sum", "min", "max", "avg", "bool_or", "bool_and", "exists", "coalesce");
  private static final Set<String> LASTING =
      Set.of("listen", "unlisten", "prepare", "reset", "discard", "load");
  private static final Set<String> LOCAL = Set.of("local", "transaction", "constraints");
  private static final Set<String> TEMPORARY = Set.of("temp", "temporary");
  private static final Pattern OF_TRANSACTION =
      Pattern.compile(
          "set_config\\s*\\((?:[^()]|\\([^()]*\\))*,\\s*true\\s*\\)", Pattern.CASE_INSENSITIVE);

  private final String sql;
  private final List<Word> words;

  private SqlWrites(String sql, List<Word> words) {
    this.sql = sql;
    this.words = words;
  }

  static SqlWrites of(String sql) {
    return new SqlWrites(sql, SqlText.of(sql).words());
  }

  List<Word> words() {
    return words;
  }

  /** The tables whose rows it changes, as they are named. */
  Set<String> targets() {
    Set<String> targets = new HashSet<>();
    for (int i = 0; i < words.size(); i++) {
      int named = target(i);
      if (named > 0 && named < words.size()) {
        targets.add(words.get(named).name());
      }
    }
    return targets;
  }

  /** Where the table stands that the word here changes; 0 for none. */
  private int target(int i) {
    if (is(i, "insert") || is(i, "merge")) {
      return is(i + 1, "into") ? i + 2 : 0;
    }
    if (is(i, "delete")) {
      return is(i + 1, "from") ? only(i + 2) : 0;
    }
    if (is(i, "update")) {
      boolean clause = i > 0 && NO_UPDATE.contains(words.get(i - 1).name());
      return clause ? 0 : only(i + 1);
    }
    return is(i, "truncate") ? only(is(i + 1, "table") ? i + 2 : i + 1) : 0;
  }

  private int only(int i) {
    return is(i, "only") ? i + 1 : i;
  }

  private boolean is(int i, String keyword) {
    return i < words.size() && words.get(i).is(keyword);
  }

  /** Whether it may answer with a row though it found nothing to change. */
  boolean mayAnswerNothing() {
    return is(0, "with")
        && words.stream().anyMatch(word -> word.called() && AGGREGATES.contains(word.name()));
  }

  /** Whether what it does to the session stays when its transaction is over. */
  boolean outlivesTransaction() {
    for (int i = 0; i < words.size(); i++) {
      if (begins(i) && lasts(i)) {
        return true;
      }
    }
    return words.stream().anyMatch(word -> word.called() && word.name().endsWith("set_config"))
        && OF_TRANSACTION.matcher(sql).replaceAll("").matches("(?is).*set_config.*");
  }

  /** Whether a statement begins with this word, or might. */
  private boolean begins(int i) {
    return i == 0 || sql.substring(words.get(i - 1).end(), words.get(i).start()).contains(";");
  }

  private boolean lasts(int i) {
    if (is(i, "set")) {
      return i + 1 == words.size() || !LOCAL.contains(words.get(i + 1).name());
    }
    if (is(i, "create")) {
      return temporary(i + 1) || temporary(i + 2);
    }
    return !words.get(i).quoted() && LASTING.contains(words.get(i).name());
  }

  private boolean temporary(int i) {
    return i < words.size() && TEMPORARY.contains(words.get(i).name());
  }
}
