package dev.stagedoor.effect;

import java.util.regex.Pattern;

/** What is kept of a failure for the person who has to decide: no addresses, no endless texts. */
final class Evidence {
  private static final Pattern ADDRESS = Pattern.compile("[^\\s<>\"',;()]+@[^\\s<>\"',;()]+");
  private static final int LONGEST = 1_000;

  private Evidence() {}

  /** Class and message, of its cause too. */
  static String of(Throwable failure) {
    StringBuilder text = new StringBuilder(one(failure));
    Throwable cause = failure.getCause();
    if (cause != null && cause != failure) {
      text.append(", caused by ").append(one(cause));
    }
    return text(text.append('.').toString());
  }

  /** Fit to be stored. */
  static String text(String text) {
    String anonymous = ADDRESS.matcher(text).replaceAll("…@…");
    StringBuilder fit = new StringBuilder();
    anonymous
        .codePoints()
        .limit(LONGEST)
        .map(
            c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? ' ' : c)
        .forEach(fit::appendCodePoint);
    return fit.toString();
  }

  private static String one(Throwable failure) {
    return failure.getMessage() == null
        ? failure.getClass().getName()
        : failure.getClass().getName() + ": " + failure.getMessage();
  }
}
