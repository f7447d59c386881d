package dev.stagedoor.testkit.world;

import dev.stagedoor.testkit.world.SqlText.Word;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns the keywords that tell the time into calls of the functions of the same names, which a
 * result's column is then named after as before, and back. Stateless.
 */
final class ClockWords {
  private static final Pattern MAYBE =
      Pattern.compile("current_(time|date)|localtime", Pattern.CASE_INSENSITIVE);
  private static final Pattern MAY_FORGET =
      Pattern.compile("search_path|discard|reset|rollback", Pattern.CASE_INSENSITIVE);
  private static final Set<String> KEYWORDS =
      Set.of("current_timestamp", "current_date", "current_time", "localtimestamp", "localtime");
  private static final String OURS = ClockSql.SCHEMA + ".";

  private ClockWords() {}

  /** The text itself if there is nothing to move. */
  static String moved(String sql) {
    if (!MAYBE.matcher(sql).find()) {
      return sql;
    }
    StringBuilder moved = new StringBuilder(sql.length() + 40);
    List<Word> words = SqlText.of(sql).words();
    int from = 0;
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      if (isKeyword(word) && !isAlias(sql, words, i)) {
        moved.append(sql, from, word.start()).append(OURS).append(word.name());
        moved.append(word.called() ? "" : "()");
        from = word.end();
      }
    }
    return moved.append(sql, from, sql.length()).toString();
  }

  private static boolean isKeyword(Word word) {
    return !word.quoted() && KEYWORDS.contains(word.name());
  }

  /** After AS a reserved word may be a name. */
  private static boolean isAlias(String sql, List<Word> words, int i) {
    return i > 0
        && words.get(i - 1).is("as")
        && sql.substring(words.get(i - 1).end(), words.get(i).start()).isBlank();
  }

  /** A text as PostgreSQL prints it, with its own words again. */
  static String original(String sql) {
    StringBuilder original = new StringBuilder(sql.length());
    int from = 0;
    for (Word word : SqlText.of(sql).words()) {
      if (word.name().startsWith(OURS) && word.called()) {
        String name = word.name().substring(OURS.length());
        original.append(sql, from, word.start()).append(name);
        from = word.end();
        if (KEYWORDS.contains(name) && sql.startsWith("()", from)) {
          from += 2;
        }
      }
    }
    return original.append(sql, from, sql.length()).toString();
  }

  /** Whether the statement may undo what this session was told of the time. */
  static boolean mayForget(String sql) {
    if (!MAY_FORGET.matcher(sql).find()) {
      return false;
    }
    String head = sql.length() > 2_000 ? sql.substring(0, 2_000) : sql;
    SqlText text = SqlText.of(head);
    return text.has("search_path")
        || text.has("discard")
        || text.has("reset")
        || (text.has("rollback") && text.has("to"));
  }
}
