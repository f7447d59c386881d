package dev.stagedoor.job;

import org.jspecify.annotations.Nullable;

/** Thrown by a handler: no retry can help; the job is dead, kept with this cause for a person. */
@SuppressWarnings("serial")
public class DeadLetter extends RuntimeException {
  private DeadLetter(String why, @Nullable Throwable cause) {
    super(why, cause);
  }

  public static DeadLetter because(String why) {
    return new DeadLetter(why, null);
  }

  public static DeadLetter because(String why, Throwable cause) {
    return new DeadLetter(why, cause);
  }
}
