package dev.stagedoor.boxoffice.http;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
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
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
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
    throw new ProblemException(
        Problem.of(400, "Malformed JSON", "the body is not a JSON object: send {…}"));
  }

  private static JsonNode read(byte[] utf8) {
    try {
      return MAPPER.readTree(utf8);
    } catch (JacksonException e) {
      throw new ProblemException(
          Problem.of(400, "Malformed JSON", "the body is not JSON: " + e.getOriginalMessage()), e);
    }
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
