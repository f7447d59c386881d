package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the provider wants to know of a mail before it takes it: that its parts are there and that
 * none of its header fields could become two.
 *
 * @param reference the sender's own, for its books; null where it gave none
 */
record Message(@Nullable String reference) {
  /**
   * @throws ProblemException 400 if a part is missing or could split a header
   */
  static Message read(ObjectNode json) {
    header(json, "/from/email");
    header(json, "/to/email");
    header(json, "/subject");
    optionalHeader(json, "/from/name");
    optionalHeader(json, "/to/name");
    if (!json.at("/text").isString()) {
      throw wrong("/text", "is missing: give a string");
    }
    return new Message(optionalHeader(json, "/reference"));
  }

  private static void header(ObjectNode json, String pointer) {
    if (optionalHeader(json, pointer) == null) {
      throw wrong(pointer, "is missing: give a string");
    }
  }

  private static @Nullable String optionalHeader(ObjectNode json, String pointer) {
    JsonNode value = json.at(pointer);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isString() || value.stringValue().isBlank()) {
      throw wrong(pointer, "is not text: give a string that is not blank");
    }
    if (value.stringValue().chars().anyMatch(Character::isISOControl)) {
      throw wrong(pointer, "holds a control character: leave it out");
    }
    return value.stringValue();
  }

  private static ProblemException wrong(String pointer, String what) {
    return new ProblemException(Problem.of(400, "Not a message", "#" + pointer + " " + what));
  }
}
