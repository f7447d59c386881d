package dev.stagedoor.boxoffice.web;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a line of text. Whatever would break a header, a page, or the database is
 * refused here, where the client can mend it, and not in a job an hour later.
 */
final class Lines {
  private Lines() {}

  /** The fault and its mend, to follow the text; null if there is none. */
  static @Nullable String fault(String text, int longest, String mend) {
    if (text.isBlank()) {
      return "is blank: " + mend;
    }
    int length = text.codePointCount(0, text.length());
    if (length > longest) {
      return "has " + length + " characters: " + mend;
    }
    OptionalInt bad = text.codePoints().filter(Lines::isBad).findFirst();
    return bad.isEmpty() ? null : "holds %s: leave it out".formatted(name(bad.getAsInt()));
  }

  private static String name(int c) {
    String half = Character.getType(c) == Character.SURROGATE ? ", half of a character" : "";
    return "U+%04X%s".formatted(c, half);
  }

  /** What makes text around it stand in another order than it is in. */
  private static boolean turnsText(int c) {
    return c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
  }

  private static boolean isBad(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE
        || turnsText(c);
  }
}
