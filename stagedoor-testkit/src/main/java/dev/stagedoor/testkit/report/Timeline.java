package dev.stagedoor.testkit.report;

import dev.stagedoor.testkit.interleave.Choice;
import dev.stagedoor.testkit.interleave.Event;
import dev.stagedoor.testkit.world.Boundary.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened, from top to bottom, a column for each of the runs that were there together; those
 * that came after all had ended are alone, and take the first. Fits a terminal of 100 columns.
 */
final class Timeline {
  private static final int WIDTH = 96;
  private static final int NUMBER = 4;
  private static final int GAP = 2;
  private static final int LONGEST = 120;

  private final List<Event> events;
  private final Map<String, Integer> columns = new TreeMap<>();
  private final int width;
  private final int together;
  private final StringBuilder text = new StringBuilder();

  private Timeline(List<Event> events) {
    this.events = events;
    int together = together(events);
    for (Event event : events) {
      if (!event.run().isEmpty()) {
        int number = event.run().charAt(0) - 'A';
        columns.put(event.run(), number < together ? number : 0);
      }
    }
    this.width = (WIDTH - NUMBER) / Math.max(2, together) - GAP;
    this.together = together;
  }

  static String of(List<Event> events) {
    return new Timeline(events).drawn();
  }

  /** How many runs there were before the first that came later. */
  private static int together(List<Event> events) {
    return (int)
        events.stream()
            .takeWhile(event -> !event.label().startsWith("delivered again"))
            .map(Event::run)
            .filter(run -> !run.isEmpty())
            .distinct()
            .count();
  }

  private String drawn() {
    List<String> first = columns.keySet().stream().limit(together).toList();
    row("", first.stream().map(run -> "run " + run).toList());
    row("", first.stream().map(run -> "-".repeat(width)).toList());
    int number = 0;
    String later = "";
    for (Event event : events) {
      if (columns.getOrDefault(event.run(), 0) == 0
          && !first.contains(event.run())
          && !event.run().isEmpty()
          && !event.run().equals(later)) {
        later = event.run();
        line(" ".repeat(NUMBER) + "run " + later);
        line(" ".repeat(NUMBER) + "-".repeat(width));
      }
      if (event.run().isEmpty()) {
        line(" ".repeat(NUMBER) + "~ " + event.label() + " ~");
      } else {
        event(++number, event);
      }
    }
    return text.toString();
  }

  private void event(int number, Event event) {
    List<String> lines = new ArrayList<>(wrapped(what(event)));
    lines.addAll(outcome(event));
    int column = columns.getOrDefault(event.run(), 0);
    for (int i = 0; i < lines.size(); i++) {
      List<String> cells = new ArrayList<>();
      for (int c = 0; c < together; c++) {
        cells.add(c == column ? lines.get(i) : "");
      }
      row(i == 0 ? String.valueOf(number) : "", cells);
    }
  }

  private static String what(Event event) {
    String call =
        event.kind() == Kind.CALL ? event.label() + "(" + cut(event.detail()) + ")" : sql(event);
    return event.fault().equals(Choice.CRASH) ? "DIES before " + call : call;
  }

  private static String sql(Event event) {
    String shown = cut(event.label());
    return event.detail().isEmpty() ? shown : shown + "  [" + event.detail() + "]";
  }

  private static String cut(String label) {
    return label.length() <= LONGEST ? label : label.substring(0, LONGEST - 4) + " ...";
  }

  private List<String> outcome(Event event) {
    List<String> lines = new ArrayList<>();
    if (event.waited()) {
      lines.add("  waits for a lock");
    }
    boolean told = !event.outcome().isEmpty() && !event.fault().equals(Choice.CRASH);
    if (told && !event.outcome().equals("answered") && !isObvious(event)) {
      String outcome = event.outcome();
      lines.add(
          "  -> "
              + (event.fault().equals(Choice.LOST) ? outcome.toUpperCase(Locale.ROOT) : outcome));
    }
    return lines;
  }

  /** A commit that committed. */
  private static boolean isObvious(Event event) {
    return event.fault().isEmpty()
        && (event.outcome().equals("committed")
            || event.outcome().equals("rolled back")
            || event.outcome().equals("done"));
  }

  private List<String> wrapped(String what) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : what.split(" ")) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(' ');
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
      while (line.length() > width) {
        lines.add(line.substring(0, width));
        line.delete(0, width).insert(0, "  ");
      }
    }
    lines.add(line.toString());
    return lines;
  }

  private void row(String number, List<String> cells) {
    StringBuilder line =
        new StringBuilder(number.isEmpty() ? " ".repeat(NUMBER) : "%3s ".formatted(number));
    for (String cell : cells) {
      line.append(cell).append(" ".repeat(Math.max(0, width + GAP - cell.length())));
    }
    line(line.toString());
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append('\n');
  }
}
