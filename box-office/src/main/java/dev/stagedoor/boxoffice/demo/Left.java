package dev.stagedoor.boxoffice.demo;

import java.util.Locale;

/** The technique whose handler is replaced by a naive one. */
enum Left {
  STATE("state", Spot.RENDER_RETURNED),
  CLAIM("claim", Spot.MAIL_UNDER_WAY),
  PROVIDER_KEY("providerKey", Spot.MAIL_UNANSWERED),
  JOB_ID("jobId", Spot.COUNT_RETURNED);

  private final String word;
  private final Spot telling;

  Left(String word, Spot telling) {
    this.word = word;
    this.telling = telling;
  }

  String word() {
    return word;
  }

  /** A fault after which the naive handler is wrong for certain. */
  Spot telling() {
    return telling;
  }

  /**
   * @throws IllegalArgumentException for any other word, naming those there are
   */
  static Left of(String word) {
    for (Left left : values()) {
      if (left.word.toLowerCase(Locale.ROOT).equals(word.toLowerCase(Locale.ROOT))) {
        return left;
      }
    }
    throw new IllegalArgumentException(
        "'" + word + "' is no technique: give state, claim, providerKey or jobId");
  }
}
