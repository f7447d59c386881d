package dev.stagedoor.testkit.report;

import dev.stagedoor.testkit.interleave.Explored;
import dev.stagedoor.testkit.interleave.Finding;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What an exploration says to the person whose test it was. */
public final class Report {
  private static final int WIDTH = 94;

  private Report() {}

  /**
   * The whole report.
   *
   * @param test class and method of the test, as {@code Class#method}; empty if not known
   */
  public static String of(Explored explored, String test) {
    Finding finding = explored.finding();
    return finding == null ? passed(explored) : failed(explored, finding, test);
  }

  private static String passed(Explored explored) {
    String words = "ONCE in each of " + ran(explored) + "\n";
    return explored.interleavings() == 1 // a replay: it is to be looked at
        ? words + "\n" + Timeline.of(explored.trace().events()) + counts(explored.trace().counts())
        : words;
  }

  private static String failed(Explored explored, Finding finding, String test) {
    StringBuilder text = new StringBuilder();
    text.append(finding.verdict()).append(": ").append(finding.what()).append("\n");
    if (!finding.place().isEmpty()) {
      text.append("  ").append(finding.place().strip().replace("\n", "\n  ")).append('\n');
    }
    if (Advice.hasTimeline(finding)) {
      text.append("\nThe smallest interleaving that shows it:\n\n");
      text.append(Timeline.of(explored.trace().events()));
      text.append(counts(explored.trace().counts()));
    }
    text.append("\nWhat closes it\n");
    Advice.of(explored, finding)
        .lines()
        .flatMap(line -> Timeline.wrapped(line.strip(), WIDTH).stream())
        .forEach(line -> text.append("  ").append(line).append('\n'));
    text.append(again(explored, test));
    text.append("\nFound after ").append(ran(explored)).append('\n');
    return text.toString();
  }

  private static String counts(Map<String, Long> counts) {
    return counts.isEmpty()
        ? ""
        : "\n    in the end: "
            + counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "))
            + "\n";
  }

  private static String again(Explored explored, String test) {
    String replay = explored.trace().interleaving().toString();
    if (explored.trace().interleaving().choices().isEmpty()) {
      return "";
    }
    return "\nSee it again\n  @Replay(\""
        + replay
        + "\")\n"
        + (test.isEmpty() ? "" : shell(test, replay));
  }

  /** By the user's own build, or by Stagedoor's command line. */
  private static String shell(String test, String replay) {
    return """
          STAGEDOOR_REPLAY="%2$s" mvn test -Dtest='%1$s'
          ./stagedoor replay '%1$s' "%2$s"
        """
        .formatted(test, replay);
  }

  private static String ran(Explored explored) {
    return explored.interleavings()
        + (explored.interleavings() == 1 ? " interleaving" : " interleavings")
        + String.format(Locale.ROOT, " in %.1f s", explored.took().toMillis() / 1000.0)
        + (explored.coverage().isEmpty() ? "" : " (" + explored.coverage() + ")");
  }
}
