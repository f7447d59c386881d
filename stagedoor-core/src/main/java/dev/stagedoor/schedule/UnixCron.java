package dev.stagedoor.schedule;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The five fields of a Unix cron line, by cron-utils. The only class that needs that jar, so it is
 * loaded only where a cron line is.
 *
 * <p>cron-utils is asked in UTC alone: in a zone it leaves out what the clocks skip.
 */
final class UnixCron implements LocalTimes {
  private static final LocalDateTime ANY = LocalDateTime.of(2000, 1, 1, 0, 0);

  private final ExecutionTime times;
  private final boolean everyHour;

  private UnixCron(ExecutionTime times, boolean everyHour) {
    this.times = times;
    this.everyHour = everyHour;
  }

  /**
   * @param line five fields with one blank between
   * @throws IllegalArgumentException if it cannot be read, saying why
   */
  static UnixCron of(String line) {
    return new UnixCron(parse(line), everyHour(line));
  }

  private static ExecutionTime parse(String line) {
    return ExecutionTime.forCron(
        new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX)).parse(line));
  }

  private static boolean everyHour(String line) {
    ExecutionTime hours = parse("0 " + line.split(" ", -1)[1] + " * * *");
    return IntStream.range(0, 24)
        .allMatch(hour -> hours.isMatch(ANY.withHour(hour).atZone(ZoneOffset.UTC)));
  }

  /** False for a line such as the 30th of February. */
  boolean everComes() {
    return find(ANY).isPresent();
  }

  @Override
  public LocalDateTime atOrAfter(LocalDateTime from) {
    return find(from)
        .orElseThrow(() -> new IllegalStateException("nothing comes after " + from + " any more"));
  }

  private Optional<LocalDateTime> find(LocalDateTime from) {
    return times
        .nextExecution(from.minusNanos(1).atZone(ZoneOffset.UTC))
        .map(found -> found.toLocalDateTime());
  }

  @Override
  public boolean everyHour() {
    return everyHour;
  }
}
