package dev.stagedoor.boxoffice.ticket;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where in S3 a store lies.
 *
 * @param prefix what the name of each object begins with: empty, or ending in a slash
 */
public record S3Location(String bucket, String prefix) {
  private static final Pattern URL =
      Pattern.compile(
          "s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:/[A-Za-z0-9][A-Za-z0-9._-]*)*)/?");
  private static final int LONGEST_PREFIX = 500;

  /** Whether this is meant to be a place in S3. */
  public static boolean isMeant(String url) {
    return url.startsWith("s3:");
  }

  /**
   * The place that {@code s3://bucket} or {@code s3://bucket/prefix} names.
   *
   * @throws IllegalArgumentException if it names none, saying how to
   */
  public static S3Location parse(String url) {
    Matcher matcher = URL.matcher(url);
    if (!matcher.matches() || matcher.group(2).length() > LONGEST_PREFIX) {
      throw new IllegalArgumentException(
          "give s3://BUCKET or s3://BUCKET/PREFIX: a bucket of 3 to 63 of a-z 0-9 . -,"
              + " a prefix of letters, digits, . _ - and single slashes");
    }
    String path = matcher.group(2);
    return new S3Location(matcher.group(1), path.isEmpty() ? "" : path.substring(1) + "/");
  }

  String key(TicketKey key) {
    return prefix + key.value();
  }

  @Override
  public String toString() {
    return "s3://"
        + bucket
        + (prefix.isEmpty() ? "" : "/" + prefix.substring(0, prefix.length() - 1));
  }
}
