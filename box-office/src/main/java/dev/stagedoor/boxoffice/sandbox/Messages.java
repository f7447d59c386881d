package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Json;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Accepts mails, one for each key however often it is asked. Thread-safe. */
final class Messages {
  static final String PATH = "/v1/messages";

  private final AtomicLong numbers = new AtomicLong();
  private final KeyTable keys;
  private final Intake intake;

  Messages(KeyTable keys, Faults faults, Counts counts) {
    this.keys = keys;
    this.intake = new Intake(PATH, keys, faults, counts);
  }

  /** The answer, or null where it is to be lost. */
  @Nullable Answer post(@Nullable String keyHeader, byte[] body) throws InterruptedException {
    return intake.post(keyHeader, body, this::read);
  }

  private Intake.Request read(ObjectNode json) {
    Message message = Message.read(json);
    return new Intake.Request() {
      @Override
      public @Nullable String reference() {
        return message.reference();
      }

      @Override
      public Intake.Decision decide(String key) {
        ObjectNode id = Json.object().put("id", "msg_" + numbers.incrementAndGet());
        return new Intake.Decision(true, Answer.json(201, id.put("key", key)));
      }
    };
  }

  /** What became of the mail under a key. */
  Answer find(String key) {
    Answer first = keys.find(key);
    if (first != null) {
      return new Answer(200, first.mediaType(), first.body(), first.headers());
    }
    return keys.knows(key)
        ? Answer.problem(409, "Not finished", "the request under key " + key + " is not finished")
        : Answer.problem(404, "No such message", "no mail was accepted under key " + key);
  }
}
