package dev.stagedoor.cli;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a variable of the environment holds in the place of an option. */
final class Variable {
  private Variable() {}

  /**
   * Empty where the variable is unset or empty.
   *
   * @throws BadUse if the reader throws it: the line begins with the variable's name
   */
  static <T> Optional<T> read(
      String name, Function<String, @Nullable String> environment, Function<String, T> reader) {
    String text = environment.apply(name);
    if (text == null || text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.apply(text));
    } catch (BadUse e) {
      throw new BadUse(name + ": " + e.getMessage(), e);
    }
  }
}
