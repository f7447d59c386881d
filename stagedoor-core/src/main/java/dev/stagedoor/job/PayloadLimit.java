package dev.stagedoor.job;

/** What may be stored as a payload, whatever codec wrote it. Internal to the library. */
public final class PayloadLimit {
  /** Bytes of UTF-8. Larger things belong in a table or a store, with their key in the payload. */
  public static final int BYTES = 64 * 1024;

  private PayloadLimit() {}

  /**
   * The text, if it can be stored.
   *
   * @throws PayloadRefused if it is over the limit, holds a NUL, or half of a surrogate pair
   */
  public static String requireStorable(JobType<?> type, String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw nul(type.name());
      }
      if (Character.isSurrogate(c)) {
        if (!startsPair(text, i)) {
          throw halfPair(type.name());
        }
        i++;
        bytes += 4;
      } else {
        bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
      }
    }
    if (bytes > BYTES) {
      throw refused(
          type.name(),
          "is "
              + bytes
              + " bytes, the limit is "
              + BYTES
              + ": store it elsewhere and enqueue its"
              + " key");
    }
    return text;
  }

  static PayloadRefused nul(String type) {
    return refused(type, "holds a NUL character, which PostgreSQL cannot store: leave it out");
  }

  static PayloadRefused halfPair(String type) {
    return refused(type, "holds half of a surrogate pair, which is no character: leave it out");
  }

  private static PayloadRefused refused(String type, String why) {
    return new PayloadRefused("the payload of " + type + " " + why, null);
  }

  private static boolean startsPair(String text, int i) {
    return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
  }
}
