package dev.stagedoor.testkit;

import dev.stagedoor.testkit.interleave.Interleaving;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is to be played in place of exploring, if anything is. */
final class Replays {
  private static final String PROPERTY = "stagedoor.replay";
  private static final String VARIABLE = "STAGEDOOR_REPLAY";
  private static final ThreadLocal<@Nullable Interleaving> OF_THIS_TEST = new ThreadLocal<>();

  private Replays() {}

  static void begin(String text) {
    OF_THIS_TEST.set(Interleaving.parse(text));
  }

  static void end() {
    OF_THIS_TEST.remove();
  }

  /**
   * @throws IllegalArgumentException if it cannot be read
   */
  static Optional<Interleaving> asked() {
    Interleaving annotated = OF_THIS_TEST.get();
    if (annotated != null) {
      return Optional.of(annotated);
    }
    String text = System.getProperty(PROPERTY, System.getenv().getOrDefault(VARIABLE, ""));
    return text.isBlank() ? Optional.empty() : Optional.of(Interleaving.parse(text));
  }
}
