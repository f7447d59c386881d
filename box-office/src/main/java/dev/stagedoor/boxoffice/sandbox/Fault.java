package dev.stagedoor.boxoffice.sandbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something to go wrong, asked for by an operator. */
sealed interface Fault {
  /** Accepts (or replays), then closes the connection without an answer. */
  record LoseReply() implements Fault {}

  /** Accepts (or replays), then answers so much later: after the client's time-out, say. */
  record HoldReply(Duration hold) implements Fault {}

  /** Answers so, and accepts nothing. */
  record AnswerWith(int status, @Nullable Integer retryAfterSeconds) implements Fault {}

  /** Takes so long between arrival and acceptance. */
  record Delay(Duration delay) implements Fault {}
}
