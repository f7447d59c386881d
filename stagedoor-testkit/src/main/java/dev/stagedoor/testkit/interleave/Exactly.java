package dev.stagedoor.testkit.interleave;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Makes the given choices; one that cannot be made is passed over. Then the ordinary way on. */
final class Exactly implements Chooser {
  private final Deque<Choice> choices;

  Exactly(List<Choice> choices) {
    this.choices = new ArrayDeque<>(choices);
  }

  @Override
  public Option choose(List<Option> options) {
    while (!choices.isEmpty()) {
      Choice wanted = choices.poll();
      for (Option option : options) {
        if (option.choice().equals(wanted)) {
          return option;
        }
      }
    }
    return options.get(0);
  }
}
