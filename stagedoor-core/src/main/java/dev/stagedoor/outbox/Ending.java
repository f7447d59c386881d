package dev.stagedoor.outbox;

import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Transition;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a run ends that is not done. Internal to the library.
 *
 * @param transition what the row is to go through, unless the budget or the age ends it
 * @param counted against the retry budget
 * @param delay until it is due again, where it is not counted
 * @param ages whether the maximum age can end it
 * @param cause kept with the job; null leaves no trace (a hand-back)
 */
public record Ending(
    Transition transition,
    boolean counted,
    Duration delay,
    boolean ages,
    @Nullable String cause,
    @Nullable String errorClass) {

  /** A counted failure. */
  public static Ending failed(String cause, @Nullable String errorClass) {
    return new Ending(Transition.RETRY, true, Duration.ZERO, true, cause, errorClass);
  }

  public static Ending later(Duration delay, String cause) {
    return new Ending(Transition.RETRY_LATER, false, delay, true, cause, null);
  }

  /** Unknown type: no failure, and the maximum age is not running. */
  public static Ending released(Duration delay, String cause) {
    return new Ending(Transition.RELEASE, false, delay, false, cause, null);
  }

  public static Ending handedBack() {
    return new Ending(Transition.HAND_BACK, false, Duration.ZERO, false, null, null);
  }

  public static Ending parked(String evidence) {
    return new Ending(Transition.PARK, false, Duration.ZERO, false, evidence, null);
  }

  public static Ending dead(String cause, @Nullable String errorClass) {
    return new Ending(Transition.DIE, false, Duration.ZERO, false, cause, errorClass);
  }

  @Nullable String stuck() {
    return switch (transition) {
      case PARK -> "parked";
      case DIE -> "dead";
      default -> null;
    };
  }

  long maxAgeMillis(RetryPolicy retry) {
    return ages ? retry.maxAge().toMillis() : Duration.ofDays(36_500).toMillis();
  }
}
