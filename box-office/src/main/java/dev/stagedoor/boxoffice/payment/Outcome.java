package dev.stagedoor.boxoffice.payment;

/**
 * What Payrail decided, for good: the same under the same key. Its text is what is kept with the
 * effect, so that a run that is absorbed reads the outcome that another run has met.
 */
public sealed interface Outcome {
  /**
   * The money was moved.
   *
   * @param reference what Payrail calls it
   */
  record Done(String reference) implements Outcome {
    @Override
    public String text() {
      return reference;
    }
  }

  /**
   * It will not be.
   *
   * @param reason a word for programs and people: {@code card_declined}
   */
  record Declined(String reason) implements Outcome {
    @Override
    public String text() {
      return DECLINED + reason;
    }
  }

  /** No reference of Payrail's begins so: they hold no spaces. */
  String DECLINED = "declined: ";

  String text();

  /** The outcome with this text. */
  static Outcome of(String text) {
    return text.startsWith(DECLINED)
        ? new Declined(text.substring(DECLINED.length()))
        : new Done(text);
  }
}
