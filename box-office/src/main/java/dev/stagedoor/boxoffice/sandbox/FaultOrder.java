package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.ProblemException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads what an operator asks to go wrong. */
final class FaultOrder {
  private static final Set<String> NAMES =
      Set.of(
          "loseReplies",
          "holdReplies",
          "holdMs",
          "answer",
          "times",
          "retryAfter",
          "delayMs",
          "key",
          "reference");

  private final ObjectNode json;

  FaultOrder(ObjectNode json) {
    this.json = json;
  }

  void placeIn(Faults faults) {
    refuseUnknownNames();
    Whose whose = new Whose(text("key"), text("reference"));
    if (json.has("loseReplies")) {
      faults.add(new Fault.LoseReply(), number("loseReplies", 0), whose);
    }
    if (json.has("holdReplies")) {
      faults.add(
          new Fault.HoldReply(Duration.ofMillis(number("holdMs", 0))),
          number("holdReplies", 0),
          whose);
    }
    if (json.has("answer")) {
      Integer retryAfter = json.has("retryAfter") ? (Integer) number("retryAfter", 0) : null;
      faults.add(new Fault.AnswerWith(status(), retryAfter), times(1), whose);
    }
    if (json.has("delayMs")) {
      faults.add(
          new Fault.Delay(Duration.ofMillis(number("delayMs", 0))), times(Faults.ALWAYS), whose);
    }
  }

  private void refuseUnknownNames() {
    Set<String> unknown = new TreeSet<>(json.propertyNames());
    unknown.removeAll(NAMES);
    if (!unknown.isEmpty()) {
      throw wrong("unknown " + unknown + ": use " + new TreeSet<>(NAMES));
    }
  }

  private int status() {
    int status = number("answer", 0);
    if (status < 400 || status > 599) {
      throw wrong("answer " + status + ": give a status from 400 to 599");
    }
    return status;
  }

  private int times(int standard) {
    return json.has("times") ? number("times", 0) : standard;
  }

  private int number(String name, int least) {
    JsonNode value = json.path(name);
    if (!value.isInt() || value.intValue() < least) {
      throw wrong(name + " " + value + ": give a whole number of at least " + least);
    }
    return value.intValue();
  }

  private @Nullable String text(String name) {
    JsonNode value = json.path(name);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isString()) {
      throw wrong(name + " " + value + ": give a string");
    }
    return value.stringValue();
  }

  private static ProblemException wrong(String detail) {
    return new ProblemException(Problem.of(400, "Not a fault", detail));
  }
}
