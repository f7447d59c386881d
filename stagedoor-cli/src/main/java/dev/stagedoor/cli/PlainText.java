package dev.stagedoor.cli;

/** Data for a terminal: what is stored may hold line breaks, or codes that steer one. */
final class PlainText {
  private PlainText() {}

  /** The text on one line: white space as one space, other control characters as {@code ?}. */
  static String of(String text) {
    return text.replaceAll("\\s+", " ").replaceAll("\\p{C}", "?");
  }

  /** As {@link #of}, at most so many characters, the last one … where something is missing. */
  static String of(String text, int atMost) {
    String plain = of(text);
    if (plain.codePointCount(0, plain.length()) <= atMost) {
      return plain;
    }
    return plain.substring(0, plain.offsetByCodePoints(0, atMost - 1)) + "…";
  }
}
