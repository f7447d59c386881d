package dev.stagedoor.effect;

import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The key that a provider knows an intent by: prefix, hyphen, subject ({@code tickets-4471}).
 * Derived from the intent, never from the attempt, so every try carries the same.
 *
 * <p>Two intents cannot collide: a prefix holds no hyphen, so the first hyphen ends it, and belongs
 * to one effect type, which is checked at start.
 *
 * @param value printable ASCII, at most 255 characters
 */
public record IdempotencyKey(String value) {
  private static final int LONGEST = 255;
  private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9_]{0,62}");

  public IdempotencyKey {
    requirePrintable("idempotency key", Objects.requireNonNull(value, "value"));
    if (value.length() > LONGEST) {
      throw new IllegalArgumentException(
          "idempotency key of " + value.length() + " characters: at most " + LONGEST);
    }
  }

  public static IdempotencyKey of(String prefix, long subject) {
    return new IdempotencyKey(requirePrefix(prefix) + "-" + subject);
  }

  public static IdempotencyKey of(String prefix, UUID subject) {
    return new IdempotencyKey(requirePrefix(prefix) + "-" + subject);
  }

  /**
   * @throws IllegalArgumentException if the subject is empty, holds anything but printable ASCII,
   *     or is too long
   */
  public static IdempotencyKey of(String prefix, String subject) {
    return new IdempotencyKey(requirePrefix(prefix) + "-" + requireSubject(subject));
  }

  /**
   * Of the first intent as {@link #of(String, String)} has it; each later one is another request
   * about the same subject, which a person has asked for. A prefix holds no tilde, so none of these
   * is another's.
   */
  static IdempotencyKey of(String prefix, String subject, int intent) {
    return intent == 1
        ? of(prefix, subject)
        : new IdempotencyKey(requirePrefix(prefix) + "~" + intent + "-" + requireSubject(subject));
  }

  static String requireSubject(String subject) {
    if (subject.isEmpty()) {
      throw new IllegalArgumentException("the subject is empty: name what the effect is about");
    }
    return requirePrintable("subject", subject);
  }

  static String requirePrefix(String prefix) {
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "key prefix \"" + prefix + "\": use [a-z][a-z0-9_]*, at most 63 characters");
    }
    return prefix;
  }

  private static String requirePrintable(String what, String text) {
    if (!text.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
      throw new IllegalArgumentException(
          what + " \"" + text + "\": use printable ASCII without spaces");
    }
    return text;
  }
}
