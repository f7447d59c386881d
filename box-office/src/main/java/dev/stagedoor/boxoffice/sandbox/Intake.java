package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Fingerprint;
import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.sandbox.Counts.What;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a provider does about keys, whatever it is asked for: one decision for each key however
 * often it is asked. A request is finished, for its key, the moment it is decided: what becomes of
 * the reply does not matter any more, as it does not at a real provider. Thread-safe.
 */
final class Intake {
  private final String endpoint;
  private final KeyTable keys;
  private final Faults faults;
  private final Counts counts;

  /**
   * @param endpoint its path: the same body elsewhere is another request
   */
  Intake(String endpoint, KeyTable keys, Faults faults, Counts counts) {
    this.endpoint = endpoint;
    this.keys = keys;
    this.faults = faults;
    this.counts = counts;
  }

  /** Something asked of the provider; checked for shape. */
  interface Request {
    /** The sender's own, for the provider's books; null where it gave none. */
    @Nullable String reference();

    /** Decides it, for good; called once for each key. */
    Decision decide(String key);
  }

  /**
   * What is answered, now and to every later request under the key.
   *
   * @param accepted whether it has had its effect
   */
  record Decision(boolean accepted, Answer answer) {}

  /** Reads a body. */
  @FunctionalInterface
  interface Reader {
    /**
     * @throws dev.stagedoor.boxoffice.http.ProblemException 400; nothing is kept under the key then
     */
    Request read(ObjectNode body);
  }

  /** The answer, or null where it is to be lost. */
  @Nullable Answer post(@Nullable String keyHeader, byte[] body, Reader reader)
      throws InterruptedException {
    if (keyHeader == null) {
      counts.withoutKey();
    }
    String key = IdempotencyKeyHeader.require(keyHeader);
    counts.count(key, What.REQUEST);
    Fault.AnswerWith refusal = faults.take(Fault.AnswerWith.class, new Whose(key, null));
    if (refusal != null) {
      counts.count(key, What.FAULT);
      return answerWith(refusal);
    }
    Request request = reader.read(Json.readObject(body));
    counts.request(request.reference());
    return answer(new Whose(key, request.reference()), request, fingerprint(body));
  }

  private @Nullable Answer answer(Whose whose, Request request, String fingerprint)
      throws InterruptedException {
    String key = whose.requireKey();
    KeyTable.Met met = keys.meet(key, fingerprint);
    if (met instanceof KeyTable.Fresh) {
      return reply(whose, decide(whose, request));
    } else if (met instanceof KeyTable.Finished finished) {
      counts.count(whose, What.REPLAY);
      return reply(whose, finished.first().replayed());
    } else if (met instanceof KeyTable.StillRunning) {
      counts.count(whose, What.OVERLAP);
      return Answer.problem(
              409,
              "A request is outstanding for this Idempotency-Key",
              "the first request under key " + key + " is not finished: ask again")
          .with("Retry-After", "1");
    }
    counts.count(whose, What.OTHER_REQUEST);
    return Answer.problem(
        422,
        "Idempotency-Key is already used",
        "key " + key + " came with another request before: use a key of its own for this one");
  }

  private Answer decide(Whose whose, Request request) throws InterruptedException {
    String key = whose.requireKey();
    boolean decided = false;
    try {
      Fault.Delay delay = faults.take(Fault.Delay.class, whose);
      if (delay != null) {
        faults.pause(delay.delay());
      }
      Decision decision = request.decide(key);
      count(whose, decision);
      keys.finish(key, decision.answer());
      decided = true;
      return decision.answer();
    } finally {
      if (!decided) {
        keys.forget(key);
      }
    }
  }

  private void count(Whose whose, Decision decision) {
    if (decision.accepted()) {
      counts.accepted(whose);
    } else {
      counts.count(whose, What.DECLINED);
    }
  }

  private @Nullable Answer reply(Whose whose, Answer answer) throws InterruptedException {
    if (faults.take(Fault.LoseReply.class, whose) != null) {
      counts.count(whose, What.REPLY_LOST);
      return null;
    }
    Fault.HoldReply hold = faults.take(Fault.HoldReply.class, whose);
    if (hold != null) {
      counts.count(whose, What.REPLY_LOST);
      faults.pause(hold.hold());
    }
    return answer;
  }

  private static Answer answerWith(Fault.AnswerWith refusal) {
    Answer answer =
        Answer.problem(refusal.status(), "Fault on demand", "this answer was asked for");
    Integer wait = refusal.retryAfterSeconds();
    return wait == null ? answer : answer.with("Retry-After", wait.toString());
  }

  private String fingerprint(byte[] body) {
    byte[] path = (endpoint + "\n").getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(Fingerprint.of(path))
        + HexFormat.of().formatHex(Fingerprint.of(body));
  }
}
