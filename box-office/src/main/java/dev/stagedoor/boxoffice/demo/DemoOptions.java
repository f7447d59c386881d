package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.naive.Without;
import dev.stagedoor.job.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was asked for on the command line. Immutable. */
record DemoOptions(
    int orders,
    Asked asked,
    long seed,
    @Nullable Without without,
    boolean realTimes,
    Duration limit) {
  private static final int SHORTER = 30;
  private static final int MOST_ORDERS = 10_000;
  private static final int MOST_FAULTS = 1_000;

  static Duration standardLimit(boolean realTimes) {
    return realTimes ? Duration.ofMinutes(30) : Duration.ofMinutes(2);
  }

  int windowsDividedBy() {
    return realTimes ? 1 : SHORTER;
  }

  Windows windows() {
    return Windows.STANDARD.dividedBy(windowsDividedBy());
  }

  /** What is about to happen, in one line. */
  String announcement() {
    Windows windows = windows();
    return "seed %d: %d orders, %d faults; %s (reclaim %s, stale %s, send time-out %s)"
        .formatted(
            seed,
            orders,
            asked.total(),
            realTimes ? "times of production" : "times divided by " + SHORTER,
            words(windows.reclaim()),
            words(windows.staleAfter()),
            words(windows.sendTimeout()));
  }

  private static String words(Duration duration) {
    return duration.toMillis() / 1000.0 + " s";
  }

  /** Each wrong value with its mend; empty if all is well. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    if (orders < 1 || orders > MOST_ORDERS) {
      faults.add("--orders " + orders + ": give 1 to " + MOST_ORDERS);
    }
    for (FaultKind kind : FaultKind.values()) {
      int count = asked.of(kind);
      if (count < 0 || count > MOST_FAULTS) {
        faults.add(option(kind) + " " + count + ": give 0 to " + MOST_FAULTS);
      }
    }
    if (limit.isNegative() || limit.isZero()) {
      faults.add("--limit " + limit.toSeconds() + ": give 1 second or more");
    }
    withoutShows(faults);
    return List.copyOf(faults);
  }

  private void withoutShows(List<String> faults) {
    if (without != null && asked.of(Telling.spot(without).kind()) == 0) {
      String option = option(Telling.spot(without).kind());
      faults.add("--without " + without.word() + " shows nothing without " + option + " 1 or more");
    }
  }

  private static String option(FaultKind kind) {
    return switch (kind) {
      case KILLED -> "--kills";
      case SLOW -> "--slow";
      case PUBLISHED_TWICE -> "--relay-crashes";
      case TIMEOUT -> "--timeouts";
      case REDIS_WIPED -> "--redis-wipes";
    };
  }
}
