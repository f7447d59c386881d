package dev.stagedoor.boxoffice.ticket;

import java.text.Bidi;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The order in which the characters of a line stand on paper, from left to right: a PDF draws them
 * as they come, and a name in Arabic or Hebrew would read backwards.
 */
final class VisualOrder {
  private static final String BRACKETS = "()[]{}<>«»";

  private VisualOrder() {}

  static String of(String line) {
    Bidi bidi = new Bidi(line, Bidi.DIRECTION_DEFAULT_LEFT_TO_RIGHT);
    if (bidi.isLeftToRight()) {
      return line;
    }
    int runs = bidi.getRunCount();
    byte[] levels = new byte[runs];
    Integer[] order = IntStream.range(0, runs).boxed().toArray(Integer[]::new);
    for (int run = 0; run < runs; run++) {
      levels[run] = (byte) bidi.getRunLevel(run);
    }
    Bidi.reorderVisually(levels, 0, order, 0, runs);
    return IntStream.range(0, runs)
        .map(i -> order[i])
        .mapToObj(run -> run(bidi, run, line))
        .collect(Collectors.joining());
  }

  private static String run(Bidi bidi, int run, String line) {
    String text = line.substring(bidi.getRunStart(run), bidi.getRunLimit(run));
    boolean leftToRight = bidi.getRunLevel(run) % 2 == 0;
    return leftToRight ? text : reversed(text);
  }

  /** Marks stay behind the letter that they belong to; brackets are turned round. */
  private static String reversed(String text) {
    StringBuilder reversed = new StringBuilder();
    StringBuilder letter = new StringBuilder();
    for (int c : text.codePoints().toArray()) {
      if (!isMark(c)) {
        reversed.insert(0, letter);
        letter.setLength(0);
      }
      letter.appendCodePoint(turned(c));
    }
    return reversed.insert(0, letter).toString();
  }

  private static boolean isMark(int c) {
    int type = Character.getType(c);
    return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
  }

  private static int turned(int c) {
    int at = BRACKETS.indexOf(c);
    return at < 0 ? c : BRACKETS.charAt(at ^ 1);
  }
}
