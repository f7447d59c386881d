package dev.stagedoor.boxoffice.email;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Text in the header of a mail, in lines of at most 78 characters.
 *
 * <p>What is not short, plain ASCII is written in encoded-words (RFC 2047). So is what looks like
 * one already: it would be decoded by whoever reads the mail, to anything, line breaks included.
 */
final class HeaderText {
  /** In UTF-8, of one encoded-word: with the longest field name before it the line is full. */
  private static final int WORD_BYTES = 39;

  private static final Pattern PLAIN = Pattern.compile("[\\x20-\\x7e]{1,60}");

  private HeaderText() {}

  /** The value of a field that is text, such as Subject. */
  static String unstructured(String text) {
    return isPlain(text) ? text : encodedWords(text);
  }

  /** The name and the address of a mailbox, for From and To: only the name is ever encoded. */
  static String mailbox(String name, String address) {
    return (isPlain(name) ? quoted(name) : encodedWords(name)) + "\r\n <" + address + ">";
  }

  private static boolean isPlain(String text) {
    return PLAIN.matcher(text).matches()
        && !text.contains("=?")
        && text.strip().equals(text); // a space at an end gets lost when lines are joined
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private static String encodedWords(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    int bytes = 0;
    for (int c : text.codePoints().toArray()) { // a word holds whole characters
      String character = Character.toString(c);
      int length = character.getBytes(StandardCharsets.UTF_8).length;
      if (bytes + length > WORD_BYTES) {
        words.add(encoded(word.toString()));
        word.setLength(0);
        bytes = 0;
      }
      word.append(character);
      bytes += length;
    }
    words.add(encoded(word.toString()));
    return String.join("\r\n ", words);
  }

  private static String encoded(String word) {
    byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
    return "=?utf-8?B?" + Base64.getEncoder().encodeToString(bytes) + "?=";
  }
}
