package dev.stagedoor.boxoffice.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads and writes JSON. Strict where a lenient reader would guess: a name that comes twice, text
 * after the end, a byte that is not UTF-8. Whole numbers are kept to the last digit. Thread-safe.
 */
public final class Json {
  private static final int DEEPEST = 64;
  private static final int LONGEST_NUMBER = 40;
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Json() {}

  /**
   * The object that these bytes spell.
   *
   * @throws ProblemException 400 if they spell none
   */
  public static ObjectNode readObject(byte[] utf8) {
    JsonNode node = read(utf8);
    if (node instanceof ObjectNode object) {
      return object;
    }
    String what = utf8.length == 0 ? "empty" : given(node);
    throw malformed("the body is " + what + ": send a JSON object, {…}", null);
  }

  private static JsonNode read(byte[] utf8) {
    try {
      return MAPPER.readTree(utf8);
    } catch (StreamConstraintsException e) {
      throw malformed(
          "the body is nested deeper than "
              + DEEPEST
              + " levels, or holds a number or a name that is too long"
              + place(e)
              + ": shorten it",
          e);
    } catch (JacksonException e) {
      throw malformed(
          "the body stops being JSON"
              + place(e)
              + ": send one object in UTF-8, each name in it once, and nothing after it",
          e);
    }
  }

  /** Jackson does not say where a number is too long. */
  private static String place(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  private static ProblemException malformed(String detail, @Nullable JacksonException cause) {
    return new ProblemException(Problem.of(400, "Malformed JSON", detail), cause);
  }

  /** A value in a message to who sent it: itself if it is short, what it is otherwise. */
  public static String given(JsonNode value) {
    if (value.isArray()) {
      return "a list of " + value.size();
    } else if (value.isObject()) {
      return "an object";
    } else if (value.isString()) {
      return Shown.of(value.stringValue());
    }
    String text = text(value);
    return text.length() <= LONGEST_NUMBER ? text : "a number of " + text.length() + " digits";
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static ArrayNode array() {
    return MAPPER.createArrayNode();
  }

  public static String text(JsonNode node) {
    return MAPPER.writeValueAsString(node);
  }

  public static byte[] bytes(JsonNode node) {
    return text(node).getBytes(StandardCharsets.UTF_8);
  }
}
