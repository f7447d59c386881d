package dev.stagedoor.testkit.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of an SQL text, as PostgreSQL's lexer would find them with {@code
 * standard_conforming_strings} on: what stands in strings, dollar quotes and comments is none. Not
 * a parser: it tells neither what a word is for nor whether the text is valid; an end of text ends
 * whatever is open. Immutable.
 */
final class SqlText {
  private final String sql;
  private final List<Word> words;

  private SqlText(String sql, List<Word> words) {
    this.sql = sql;
    this.words = words;
  }

  /**
   * A keyword or a name.
   *
   * @param name lower case; a qualified name is one word, with dots ({@code stagedoor.outbox});
   *     parts that need quotes keep them ({@code "Quoted".x})
   * @param start where it begins in the text
   * @param end after its last character
   * @param quoted whether any part was quoted: such a word is never a keyword
   * @param called whether {@code (} follows, after blanks and comments at most
   */
  public record Word(String name, int start, int end, boolean quoted, boolean called) {
    /** Whether this is the keyword, given in lower case. */
    public boolean is(String keyword) {
      return !quoted && name.equals(keyword);
    }
  }

  /** Reads the text once. */
  public static SqlText of(String sql) {
    return new SqlText(sql, List.copyOf(new Lexer(sql).words()));
  }

  /** In the order of the text. */
  public List<Word> words() {
    return words;
  }

  /** Whether the text holds this keyword or unquoted name, given in lower case. */
  public boolean has(String keyword) {
    return words.stream().anyMatch(word -> word.is(keyword));
  }

  @Override
  public String toString() {
    return sql;
  }

  /** One pass over a text. */
  private static final class Lexer {
    private final String sql;
    private final List<Word> words = new ArrayList<>();
    private int at;

    private Lexer(String sql) {
      this.sql = sql;
    }

    List<Word> words() {
      while (at < sql.length()) {
        char c = sql.charAt(at);
        if (startsName(c) || c == '"') {
          word();
        } else if (c == '\'') {
          quotes('\'', false);
        } else if (c == '$') {
          dollar();
        } else if (Character.isDigit(c)) {
          number();
        } else if (!comment()) {
          at++;
        }
      }
      return words;
    }

    private void word() {
      int start = at;
      int end;
      boolean quoted = false;
      StringBuilder name = new StringBuilder();
      do {
        quoted |= peek() == '"';
        name.append(name.isEmpty() ? "" : ".").append(part());
        end = at;
      } while (dotBeforeName());
      if (!quoted && end - start == 1 && peek() == '\'') {
        quotes('\'', name.toString().equals("e")); // the prefix of a string: E, B, X, N
        return;
      }
      blanks();
      words.add(new Word(name.toString(), start, end, quoted, peek() == '('));
    }

    /** One part of a name. */
    private String part() {
      int start = at;
      if (peek() == '"') {
        quotes('"', false);
        return withoutNeedlessQuotes(sql.substring(start, at));
      }
      while (at < sql.length() && continuesName(sql.charAt(at))) {
        at++;
      }
      return sql.substring(start, at).toLowerCase(Locale.ROOT);
    }

    private static String withoutNeedlessQuotes(String part) {
      boolean closed = part.length() > 2 && part.endsWith("\"");
      String inner = closed ? part.substring(1, part.length() - 1) : "";
      return inner.matches("[a-z_][a-z0-9_$]*") ? inner : part;
    }

    /** Whether a dot and another part follow; then the part comes next. */
    private boolean dotBeforeName() {
      int end = at;
      blanks();
      if (peek() == '.') {
        at++;
        blanks();
        if (startsName(peek()) || peek() == '"') {
          return true;
        }
      }
      at = end;
      return false;
    }

    private void blanks() {
      while (at < sql.length() && (Character.isWhitespace(sql.charAt(at)) || comment())) {
        at += Character.isWhitespace(peek()) ? 1 : 0;
      }
    }

    /** Passes a comment; false if there is none. */
    private boolean comment() {
      if (sql.startsWith("--", at)) {
        int end = sql.indexOf('\n', at);
        at = end < 0 ? sql.length() : end;
        return true;
      }
      if (!sql.startsWith("/*", at)) {
        return false;
      }
      int depth = 0;
      do {
        boolean opens = sql.startsWith("/*", at);
        boolean closes = sql.startsWith("*/", at);
        depth += opens ? 1 : closes ? -1 : 0;
        at += opens || closes ? 2 : 1;
      } while (depth > 0 && at < sql.length());
      return true;
    }

    /** A doubled quote looks like the end and another beginning, which comes to the same. */
    private void quotes(char quote, boolean escapes) {
      do {
        at++;
        while (at < sql.length() && peek() != quote) {
          at += escapes && peek() == '\\' ? 2 : 1;
        }
        at = Math.min(at + 1, sql.length());
      } while (peek() == quote);
    }

    private void dollar() {
      int tag = at + 1;
      while (tag < sql.length() && continuesName(sql.charAt(tag)) && sql.charAt(tag) != '$') {
        tag++;
      }
      boolean opens = tag < sql.length() && sql.charAt(tag) == '$';
      if (!opens || Character.isDigit(sql.charAt(at + 1))) {
        at++; // a parameter: $1
        return;
      }
      String quote = sql.substring(at, tag + 1);
      int end = sql.indexOf(quote, tag + 1);
      at = end < 0 ? sql.length() : end + quote.length();
    }

    /** With its exponent or its trailing junk, so that no word begins inside of it. */
    private void number() {
      while (at < sql.length() && (continuesName(peek()) || peek() == '.')) {
        at++;
      }
    }

    private char peek() {
      return at < sql.length() ? sql.charAt(at) : '\0';
    }

    private static boolean startsName(char c) {
      return c == '_' || Character.isLetter(c);
    }

    private static boolean continuesName(char c) {
      return startsName(c) || Character.isDigit(c) || c == '$';
    }
  }
}
