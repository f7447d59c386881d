package dev.stagedoor.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Ansi;

/** Jobs for a person: a line each, under a head, columns as wide as they must be. */
final class JobsTable {
  private static final List<String> HEAD =
      List.of("ID", "STATE", "TYPE", "QUEUE", "DUE", "ENDED", "ATTEMPT", "FAILURES", "CAUSE");
  private static final int CAUSE = 100;

  private final List<ListedJob> jobs;
  private final Ansi ansi;

  JobsTable(List<ListedJob> jobs, Ansi ansi) {
    this.jobs = jobs;
    this.ansi = ansi;
  }

  List<String> lines() {
    if (jobs.isEmpty()) {
      return List.of("no jobs");
    }
    List<List<String>> cells = new ArrayList<>();
    cells.add(HEAD);
    jobs.forEach(job -> cells.add(cells(job)));
    List<Integer> widths = widths(cells);
    List<String> lines =
        cells.stream()
            .map(row -> line(row, widths))
            .collect(Collectors.toCollection(ArrayList::new));
    lines.set(0, ansi.string("@|bold " + lines.get(0) + "|@"));
    return lines;
  }

  private static List<String> cells(ListedJob job) {
    return List.of(
        job.id(),
        job.state(),
        PlainText.of(job.type()),
        PlainText.of(job.queue()),
        time(job.dueAt()),
        time(job.endedAt()),
        Integer.toString(job.attempt()),
        job.failures() == null ? "-" : job.failures().toString(),
        job.cause() == null ? "-" : PlainText.of(job.cause(), CAUSE));
  }

  private static String time(@Nullable Instant instant) {
    return instant == null ? "-" : instant.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static List<Integer> widths(List<List<String>> rows) {
    return IntStream.range(0, HEAD.size())
        .mapToObj(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
        .toList();
  }

  private static String line(List<String> row, List<Integer> widths) {
    return IntStream.range(0, row.size())
        .mapToObj(i -> ("%-" + widths.get(i) + "s").formatted(row.get(i)))
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }
}
