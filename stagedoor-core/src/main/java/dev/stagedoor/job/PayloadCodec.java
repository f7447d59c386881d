package dev.stagedoor.job;

/**
 * How a payload becomes text and back. Must be thread-safe, must read what an older version wrote,
 * and must write the same value as the same text, since a child's id is minted from it. Types
 * without a payload carry a {@link NoPayload}.
 */
public interface PayloadCodec {
  /**
   * The text to store.
   *
   * @throws PayloadRefused if the value cannot be written
   */
  String encode(Object payload);

  /**
   * The value that the text stands for.
   *
   * @throws PayloadUnreadable if it stands for none
   */
  <P> P decode(String text, Class<P> type);
}
