package dev.stagedoor.testkit.interleave;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An order in which runs of one job go: how many there are, how each is delivered, and the choices.
 * Where the choices end, the run that went last goes on to its end, then the others, first to last.
 *
 * <p>As text, {@code v1 A:1 A:2 clock+180s B:1 A:3 A:ack B:2!crash}; {@code runs=3} stands before
 * the choices where there are not two, {@code B=reclaimed} where a run is not delivered in the
 * ordinary way. Immutable.
 *
 * @param reclaimed whether the second run takes the entry over from the first, instead of having
 *     one of its own
 */
public record Interleaving(int runs, boolean reclaimed, List<Choice> choices) {
  private static final Pattern STEP =
      Pattern.compile("([A-Z]):(ack|[1-9][0-9]{0,5})(?:!([A-Za-z0-9-]{1,20}))?");
  private static final Pattern JUMP = Pattern.compile("clock\\+([1-9][0-9]{0,9})s");
  private static final Pattern RUNS = Pattern.compile("runs=([1-3])");
  private static final String RECLAIMED = "B=reclaimed";

  public Interleaving {
    choices = List.copyOf(choices);
  }

  /** The same way to deliver, other choices. */
  Interleaving with(List<Choice> other) {
    return new Interleaving(runs, reclaimed, other);
  }

  /** How often something goes wrong. */
  public long faults() {
    return choices.stream().filter(choice -> !choice.isPlain()).count();
  }

  /**
   * Reads the text form.
   *
   * @throws IllegalArgumentException naming the word that is none
   */
  public static Interleaving parse(String text) {
    String[] words = text.strip().split("\\s+");
    if (!words[0].equals("v1")) {
      throw new IllegalArgumentException(
          "a replay begins with v1, not \"" + words[0] + "\": copy the whole line of the report");
    }
    int runs = 2;
    boolean reclaimed = false;
    List<Choice> choices = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      Matcher count = RUNS.matcher(words[i]);
      if (count.matches()) {
        runs = Integer.parseInt(count.group(1));
      } else if (words[i].equals(RECLAIMED)) {
        reclaimed = true;
      } else {
        choices.add(choice(words[i], i));
      }
    }
    return new Interleaving(runs, reclaimed, choices);
  }

  private static Choice choice(String word, int position) {
    Matcher step = STEP.matcher(word);
    if (step.matches()) {
      int at = step.group(2).equals("ack") ? 0 : Integer.parseInt(step.group(2));
      return new Choice.Step(step.group(1), at, step.group(3) == null ? "" : step.group(3));
    }
    Matcher jump = JUMP.matcher(word);
    if (jump.matches()) {
      return new Choice.Jump(Duration.ofSeconds(Long.parseLong(jump.group(1))));
    }
    if (word.equals(Choice.Wipe.WORD)) {
      return new Choice.Wipe();
    }
    throw new IllegalArgumentException(
        "word "
            + position
            + " of the replay, \""
            + word
            + "\", is no choice: write A:1, A:ack,"
            + " A:2!crash, A:2!lost, clock+180s or wipe");
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("v1");
    if (runs != 2) {
      text.append(" runs=").append(runs);
    }
    if (reclaimed) {
      text.append(' ').append(RECLAIMED);
    }
    choices.forEach(choice -> text.append(' ').append(choice));
    return text.toString();
  }
}
