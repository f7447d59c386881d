package dev.stagedoor.testkit.report;

import dev.stagedoor.testkit.interleave.Choice;
import dev.stagedoor.testkit.interleave.Event;
import dev.stagedoor.testkit.world.Boundary.Kind;
import dev.stagedoor.testkit.world.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What happened, a column for each run, from top to bottom; fits a terminal of 100 columns. */
final class Timeline {
  private static final int WIDTH = 96;
  private static final int NUMBER = 4;
  private static final int GAP = 2;
  private static final String ARROW = "  -> ";
  private static final int LONGEST = 160;
  private static final int SHORT = 60;

  private static final String AGAIN = "delivered again";

  private final List<List<Event>> deliveries = new ArrayList<>();
  private final Map<String, Integer> columns = new LinkedHashMap<>();
  private final int width;
  private final StringBuilder text = new StringBuilder();
  private int number;

  private Timeline(List<Event> events) {
    deliveries.add(new ArrayList<>());
    for (Event event : events) {
      if (event.run().isEmpty() && event.label().startsWith(AGAIN)) {
        deliveries.add(new ArrayList<>());
      }
      deliveries.get(deliveries.size() - 1).add(event);
    }
    runs(deliveries.get(0)).sorted().forEach(run -> columns.put(run, columns.size()));
    int last = columns.size();
    deliveries.stream().flatMap(Timeline::runs).forEach(run -> columns.putIfAbsent(run, last));
    this.width = (WIDTH - NUMBER) / Math.max(2, heads().size()) - GAP;
  }

  private static Stream<String> runs(List<Event> delivery) {
    return delivery.stream().map(Event::run).filter(run -> !run.isEmpty()).distinct();
  }

  /**
   * Runs that are alone, one after the other in the end, share a column; what repeats is folded.
   */
  static String of(List<Event> events) {
    return new Timeline(events).drawn();
  }

  private String drawn() {
    List<String> heads = heads();
    row("", heads);
    row("", heads.stream().map(head -> "-".repeat(width)).toList());
    int repeated = 0;
    for (int i = 0; i < deliveries.size(); i++) {
      if (i > 1 && way(deliveries.get(i)).equals(way(deliveries.get(i - 1)))) {
        repeated++;
        number += (int) deliveries.get(i).stream().filter(Timeline::isStep).count();
      } else {
        repeated(repeated);
        repeated = 0;
        delivery(deliveries.get(i), i > 1);
      }
    }
    repeated(repeated);
    return text.toString();
  }

  /** The first run of each column. */
  private List<String> heads() {
    Map<Integer, String> heads = new TreeMap<>();
    columns.forEach((run, column) -> heads.putIfAbsent(column, "run " + run));
    return List.copyOf(heads.values());
  }

  private static List<String> way(List<Event> delivery) {
    return delivery.stream()
        .filter(event -> !event.run().isEmpty())
        .map(event -> event.label() + event.outcome().words())
        .toList();
  }

  private void repeated(int times) {
    if (times > 0) {
      line(
          " ".repeat(NUMBER)
              + "~ and "
              + times
              + (times == 1 ? " more time" : " more times")
              + " in the same way ~");
    }
  }

  private void delivery(List<Event> delivery, boolean named) {
    String before = "";
    for (Event event : delivery) {
      if (event.run().isEmpty()) {
        line(" ".repeat(NUMBER) + "~ " + event.label() + " ~");
      } else {
        if (named && !event.run().equals(before)) {
          cell("", event.run(), "run " + event.run());
        }
        before = event.run();
        event(isStep(event) ? String.valueOf(++number) : "", event);
      }
    }
  }

  /** Not how a run ended. */
  private static boolean isStep(Event event) {
    return event.kind() != null;
  }

  private void event(String number, Event event) {
    List<String> lines = new ArrayList<>(wrapped(what(event), width));
    lines.addAll(outcome(event));
    for (int i = 0; i < lines.size(); i++) {
      cell(i == 0 ? number : "", event.run(), lines.get(i));
    }
  }

  private void cell(String before, String run, String line) {
    List<String> cells = new ArrayList<>(Collections.nCopies(columns.getOrDefault(run, 0), ""));
    cells.add(line);
    row(before, cells);
  }

  private static String what(Event event) {
    if (!isStep(event)) {
      return event.label() + (event.detail().isEmpty() ? "" : ": " + cut(event.detail(), SHORT));
    }
    String call =
        event.kind() == Kind.CALL ? event.label() + "(" + event.detail() + ")" : sql(event);
    return event.fault().equals(Choice.CRASH) ? "DIES before " + call : call;
  }

  private static String sql(Event event) {
    String shown = cut(event.label(), LONGEST);
    return event.detail().isEmpty() ? shown : shown + " [" + event.detail() + "]";
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest - 4) + " ...";
  }

  private List<String> outcome(Event event) {
    List<String> lines = new ArrayList<>();
    if (event.waited()) {
      lines.add("  waits for a lock");
    }
    Outcome outcome = event.outcome();
    if (outcome.kind() != Outcome.Kind.AS_ASKED && !event.fault().equals(Choice.CRASH)) {
      String told = outcome.answer().isEmpty() ? outcome.words() : outcome.answer();
      boolean lost = event.fault().equals(Choice.LOST);
      List<String> folded =
          wrapped(lost ? told.toUpperCase(Locale.ROOT) : told, width - ARROW.length());
      for (int i = 0; i < folded.size(); i++) {
        lines.add((i == 0 ? ARROW : " ".repeat(ARROW.length())) + folded.get(i));
      }
    }
    return lines;
  }

  /** In lines of so many characters at most, all but the first indented. */
  static List<String> wrapped(String what, int width) {
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
