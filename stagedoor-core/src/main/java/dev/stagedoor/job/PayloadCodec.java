package dev.stagedoor.job;

/**
 * How a payload becomes text and back. Must be thread-safe, and must read what an older version
 * wrote.
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
