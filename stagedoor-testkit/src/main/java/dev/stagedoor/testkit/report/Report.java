package dev.stagedoor.testkit.report;

import dev.stagedoor.testkit.interleave.Event;
import dev.stagedoor.testkit.interleave.Explored;
import dev.stagedoor.testkit.interleave.Finding;

/** Stub report. */
public final class Report {
  private Report() {}

  public static String of(Explored explored) {
    StringBuilder text = new StringBuilder();
    Finding finding = explored.finding();
    text.append(
            finding == null
                ? "ONCE"
                : finding.verdict() + ": " + finding.what() + "\n" + finding.place())
        .append('\n');
    text.append(explored.interleavings())
        .append(" interleavings in ")
        .append(explored.took().toMillis())
        .append(" ms: ")
        .append(explored.coverage())
        .append('\n');
    for (Event e : explored.trace().events()) {
      text.append("  ")
          .append(e.run())
          .append(':')
          .append(e.at())
          .append(' ')
          .append(e.label(), 0, Math.min(80, e.label().length()))
          .append(e.fault().isEmpty() ? "" : " !" + e.fault())
          .append(e.waited() ? " (waited)" : "")
          .append(" -> ")
          .append(e.outcome())
          .append('\n');
    }
    text.append(explored.trace().counts()).append('\n').append(explored.trace().interleaving());
    return text.toString();
  }
}
