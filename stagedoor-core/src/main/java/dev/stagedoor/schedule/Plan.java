package dev.stagedoor.schedule;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user wrote about when to run, read or not. Immutable.
 *
 * @param timing null where there are faults
 * @param faults each names the value and the mend
 */
record Plan(@Nullable Timing timing, List<String> faults) {
  private static final String CRON_CLASS = "com.cronutils.parser.CronParser";

  static Plan every(Duration interval) {
    return Interval.fault(interval)
        .map(fault -> new Plan(null, List.of(fault)))
        .orElseGet(() -> new Plan(new Interval(interval), List.of()));
  }

  static Plan cron(String cron, String zone) {
    List<String> faults = new ArrayList<>();
    @Nullable ZoneId known = zone(zone, faults);
    String line = String.join(" ", cron.strip().split("\\s+", -1));
    @Nullable LocalTimes times = times(line, faults);
    return known == null || times == null
        ? new Plan(null, List.copyOf(faults))
        : new Plan(new ZonedTimes(line, times, known), List.of());
  }

  private static @Nullable ZoneId zone(String zone, List<String> faults) {
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      faults.add("zone \"" + zone + "\" is unknown: give one such as \"Europe/Warsaw\" or \"UTC\"");
      return null;
    }
  }

  private static @Nullable LocalTimes times(String line, List<String> faults) {
    if (!cronIsThere()) {
      faults.add(
          "cron \""
              + line
              + "\" cannot be read without cron-utils: add com.cronutils:cron-utils:9.2.1 to your"
              + " dependencies, or use Recurring.every");
      return null;
    }
    try {
      UnixCron cron = UnixCron.of(line);
      if (cron.everComes()) {
        return cron;
      }
      faults.add("cron \"" + line + "\" never comes: give a day that its months have");
    } catch (IllegalArgumentException e) {
      faults.add(unreadable(line, e));
    }
    return null;
  }

  private static String unreadable(String line, IllegalArgumentException cause) {
    return "cron \""
        + line
        + "\" cannot be read ("
        + String.valueOf(cause.getMessage())
            .replace("Failed to parse cron expression. ", "")
            .replaceAll("\\s+", " ")
        + "): give minute, hour, day of the month, month and day of the week, as in \"0 3 * * *\"";
  }

  private static boolean cronIsThere() {
    try {
      Class.forName(CRON_CLASS, false, Plan.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
