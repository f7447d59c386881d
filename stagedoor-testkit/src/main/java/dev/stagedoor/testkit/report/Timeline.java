package dev.stagedoor.testkit.report;

import dev.stagedoor.testkit.interleave.Choice;
import dev.stagedoor.testkit.interleave.Event;
import dev.stagedoor.testkit.world.Boundary.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What happened, a column for each run, from top to bottom; fits a terminal of 100 columns. */
final class Timeline {
  private static final int WIDTH = 96;
  private static final int NUMBER = 4;
  private static final int GAP = 2;
  private static final int LONGEST = 160;

  private final List<Event> events;
  private final Map<String, Integer> columns = new TreeMap<>();
  private final int width;
  private final StringBuilder text = new StringBuilder();

  private Timeline(List<Event> events) {
    this.events = events;
    for (Event event : events) {
      if (!event.run().isEmpty()) {
        columns.put(event.run(), 0);
      }
    }
    int next = 0;
    for (Map.Entry<String, Integer> column : columns.entrySet()) {
      column.setValue(next++);
    }
    this.width = (WIDTH - NUMBER) / Math.max(2, columns.size()) - GAP;
  }

  static String of(List<Event> events) {
    return new Timeline(events).drawn();
  }

  private String drawn() {
    row("", columns.keySet().stream().map(run -> "run " + run).toList());
    row("", columns.keySet().stream().map(run -> "-".repeat(width)).toList());
    int number = 0;
    for (Event event : events) {
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
      for (int c = 0; c < columns.size(); c++) {
        cells.add(c == column ? lines.get(i) : "");
      }
      row(i == 0 ? String.valueOf(number) : "", cells);
    }
  }

  private static String what(Event event) {
    String call =
        event.kind() == Kind.CALL ? event.label() + "(" + event.detail() + ")" : sql(event);
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
              + (event.fault().equals(Choice.LOST)
                  ? outcome.toUpperCase(java.util.Locale.ROOT)
                  : outcome));
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
