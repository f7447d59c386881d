package dev.stagedoor.boxoffice.http;

import java.util.stream.Collectors;

/** Shows what a client sent in a message to it: in quotation marks, short, on one line. */
public final class Shown {
  private static final int LONGEST = 40;

  private Shown() {}

  /** At most 40 characters and an ellipsis; {@code ?} for what would break a line or a log. */
  public static String of(String given) {
    String start =
        given.codePoints().limit(LONGEST).mapToObj(Shown::character).collect(Collectors.joining());
    boolean cut = given.codePointCount(0, given.length()) > LONGEST;
    return "\"" + start + (cut ? "…\"" : "\"");
  }

  private static String character(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          "?";
      default -> Character.toString(c);
    };
  }
}
