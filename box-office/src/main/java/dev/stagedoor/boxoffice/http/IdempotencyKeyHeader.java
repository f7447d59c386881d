package dev.stagedoor.boxoffice.http;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Idempotency-Key request header of the IETF draft. The draft writes its value in quotation
 * marks; most clients send it bare, so both are read, as the same key.
 *
 * @see <a
 *     href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">draft-ietf-httpapi-idempotency-key-header</a>
 */
public final class IdempotencyKeyHeader {
  public static final String NAME = "Idempotency-Key";

  /** Tells a client that the answer is the first one again. */
  public static final String REPLAYED = "Idempotency-Replayed";

  private static final Pattern KEY = Pattern.compile("[!#-\\[\\]-~]{1,255}");

  private IdempotencyKeyHeader() {}

  /**
   * The key.
   *
   * @throws ProblemException 400 if it is missing or not 1 to 255 characters of printable ASCII
   */
  public static String require(@Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new ProblemException(
          Problem.of(
              400,
              "Idempotency-Key is missing",
              "this request needs a header Idempotency-Key: send one that is yours for this"
                  + " intent, and the same one on every try"));
    }
    String key = withoutQuotes(value.strip());
    if (!KEY.matcher(key).matches()) {
      throw new ProblemException(
          Problem.of(
              400,
              "Idempotency-Key is malformed",
              "header Idempotency-Key "
                  + Shown.of(key)
                  + ": send 1 to 255 characters of printable ASCII without spaces,"
                  + " quotation marks and backslashes"));
    }
    return key;
  }

  private static String withoutQuotes(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }
}
