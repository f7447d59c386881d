package dev.stagedoor.boxoffice.sandbox;

import dev.stagedoor.boxoffice.http.Fingerprint;
import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.sandbox.Counts.What;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Accepts mails, one for each key however often it is asked. A request is finished, for its key,
 * the moment its mail is accepted: what becomes of the reply does not matter any more, as it does
 * not at a real provider. Thread-safe.
 */
final class Messages {
  private final KeyTable keys = new KeyTable();
  private final AtomicLong numbers = new AtomicLong();
  private final Faults faults;
  private final Counts counts;

  Messages(Faults faults, Counts counts) {
    this.faults = faults;
    this.counts = counts;
  }

  /** The answer, or null where it is to be lost. */
  @Nullable Answer post(@Nullable String keyHeader, byte[] body) throws InterruptedException {
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
    Message message = Message.read(Json.readObject(body));
    counts.request(message.reference());
    return answer(new Whose(key, message.reference()), body);
  }

  private @Nullable Answer answer(Whose request, byte[] body) throws InterruptedException {
    String key = request.requireKey();
    KeyTable.Met met = keys.meet(key, fingerprint(body));
    if (met instanceof KeyTable.Fresh) {
      return reply(request, accept(request));
    } else if (met instanceof KeyTable.Finished finished) {
      counts.count(request, What.REPLAY);
      return reply(request, finished.first().replayed());
    } else if (met instanceof KeyTable.StillRunning) {
      counts.count(request, What.OVERLAP);
      return Answer.problem(
              409,
              "A request is outstanding for this Idempotency-Key",
              "the first request under key " + key + " is not finished: ask again")
          .with("Retry-After", "1");
    }
    counts.count(request, What.OTHER_REQUEST);
    return Answer.problem(
        422,
        "Idempotency-Key is already used",
        "key " + key + " came with another request before: use a key of its own for this one");
  }

  private Answer accept(Whose request) throws InterruptedException {
    String key = request.requireKey();
    boolean accepted = false;
    try {
      Fault.Delay delay = faults.take(Fault.Delay.class, request);
      if (delay != null) {
        faults.pause(delay.delay());
      }
      Answer answer =
          Answer.json(
              201, Json.object().put("id", "msg_" + numbers.incrementAndGet()).put("key", key));
      counts.accepted(request);
      keys.finish(key, answer);
      accepted = true;
      return answer;
    } finally {
      if (!accepted) {
        keys.forget(key);
      }
    }
  }

  private @Nullable Answer reply(Whose request, Answer answer) throws InterruptedException {
    if (faults.take(Fault.LoseReply.class, request) != null) {
      counts.count(request, What.REPLY_LOST);
      return null;
    }
    Fault.HoldReply hold = faults.take(Fault.HoldReply.class, request);
    if (hold != null) {
      counts.count(request, What.REPLY_LOST);
      faults.pause(hold.hold());
    }
    return answer;
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

  private static Answer answerWith(Fault.AnswerWith refusal) {
    Answer answer =
        Answer.problem(refusal.status(), "Fault on demand", "this answer was asked for");
    Integer wait = refusal.retryAfterSeconds();
    return wait == null ? answer : answer.with("Retry-After", wait.toString());
  }

  private static String fingerprint(byte[] body) {
    return HexFormat.of().formatHex(Fingerprint.of(body));
  }
}
