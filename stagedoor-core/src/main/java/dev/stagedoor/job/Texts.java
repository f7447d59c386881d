package dev.stagedoor.job;

/** The rule for short texts that are stored and logged. */
final class Texts {
  private Texts() {}

  /** The text, if PostgreSQL and a log line can hold it. */
  static String label(String what, String text) {
    if (text.length() > 255) {
      throw new IllegalArgumentException(
          what + " of " + text.length() + " characters: at most 255 are kept");
    }
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(what + " holds a control character: leave it out");
    }
    return text;
  }
}
