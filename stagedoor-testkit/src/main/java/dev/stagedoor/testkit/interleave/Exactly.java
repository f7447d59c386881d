package dev.stagedoor.testkit.interleave;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Makes the given choices; one that cannot be made is passed over. Then the ordinary way on. */
final class Exactly implements Chooser {
  /** The ordinary way from the start. */
  static final Chooser NOTHING = options -> options.get(0);

  private final Deque<Choice> choices;
  private final StringBuilder passedOver = new StringBuilder();

  Exactly(List<Choice> choices) {
    this.choices = new ArrayDeque<>(choices);
  }

  @Override
  public Option choose(List<Option> options) {
    while (!choices.isEmpty()) {
      Choice wanted = choices.remove();
      Optional<Option> found = options.stream().filter(o -> o.choice().equals(wanted)).findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      passedOver.append(' ').append(wanted);
    }
    return options.get(0);
  }

  /** The choices that could not be made; empty if all were. */
  String passedOver() {
    choices.forEach(choice -> passedOver.append(' ').append(choice));
    choices.clear();
    return passedOver.toString();
  }
}
