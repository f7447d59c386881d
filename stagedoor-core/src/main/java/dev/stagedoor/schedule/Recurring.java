package dev.stagedoor.schedule;

import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NoPayload;
import dev.stagedoor.job.PayloadCodec;
import dev.stagedoor.job.PayloadLimit;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A schedule: its name, when it ticks, and the job that each tick enqueues. Immutable.
 *
 * <p>Nothing is refused here: a name, a cron line or a zone that cannot be used is a fault of the
 * Stagedoor that is built with it, named together with all others. A tick is enqueued whether or
 * not the job of the tick before has ended.
 */
public final class Recurring<P> {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_.-]{0,99}");

  private final String name;
  private final Plan plan;
  private final JobType<P> type;
  private final P payload;
  private final Missed missed;

  private Recurring(String name, Plan plan, JobType<P> type, P payload, Missed missed) {
    this.name = Objects.requireNonNull(name, "name");
    this.plan = plan;
    this.type = Objects.requireNonNull(type, "type");
    this.payload = Objects.requireNonNull(payload, "payload");
    this.missed = Objects.requireNonNull(missed, "missed");
  }

  /** As {@link #cron(String, String, String, JobType, Object)}, without payload. */
  public static Recurring<NoPayload> cron(
      String name, String cron, ZoneId zone, JobType<NoPayload> type) {
    return cron(name, cron, zone.getId(), type, NoPayload.VALUE);
  }

  /** As {@link #cron(String, String, String, JobType, Object)}. */
  public static <P> Recurring<P> cron(
      String name, String cron, ZoneId zone, JobType<P> type, P payload) {
    return cron(name, cron, zone.getId(), type, payload);
  }

  /** As {@link #cron(String, String, String, JobType, Object)}, without payload. */
  public static Recurring<NoPayload> cron(
      String name, String cron, String zone, JobType<NoPayload> type) {
    return cron(name, cron, zone, type, NoPayload.VALUE);
  }

  /**
   * Ticks where the local time of a zone matches a cron line. Needs the optional jar cron-utils.
   *
   * <p>A local time that the clocks skip ticks at the end of the gap, one that comes twice ticks
   * once; a line with {@code *} for the hour ticks by elapsed time.
   *
   * @param name {@code [a-z][a-z0-9_.-]*}, at most 100 characters; one schedule a name in all
   *     processes of a database
   * @param cron minute, hour, day of the month, month, day of the week, as Unix reads them
   * @param zone an id such as {@code Europe/Warsaw}
   */
  public static <P> Recurring<P> cron(
      String name, String cron, String zone, JobType<P> type, P payload) {
    return new Recurring<>(name, Plan.cron(cron, zone), type, payload, Missed.ONCE);
  }

  /** As {@link #every(String, Duration, JobType, Object)}, without payload. */
  public static Recurring<NoPayload> every(
      String name, Duration interval, JobType<NoPayload> type) {
    return every(name, interval, type, NoPayload.VALUE);
  }

  /**
   * Ticks at the multiples of an interval since 1970-01-01T00:00Z: {@code every(ofMinutes(15))}
   * ticks at each full quarter of an hour in UTC.
   *
   * @param name as for a cron line
   * @param interval whole milliseconds, from a second to 366 days
   */
  public static <P> Recurring<P> every(String name, Duration interval, JobType<P> type, P payload) {
    return new Recurring<>(name, Plan.every(interval), type, payload, Missed.ONCE);
  }

  /** The same, with another answer to ticks that nobody was there for; {@code ONCE} unless said. */
  public Recurring<P> missed(Missed answer) {
    return new Recurring<>(name, plan, type, payload, answer);
  }

  public String name() {
    return name;
  }

  /** What is wrong with it, each with its mend; empty if it can be used. */
  public List<String> faults(PayloadCodec codec) {
    List<String> faults = new ArrayList<>();
    if (!NAME.matcher(name).matches()) {
      faults.add(
          "use lower-case letters, digits, _ . - and start with a letter, at most 100 characters");
    }
    faults.addAll(plan.faults());
    try {
      text(codec);
    } catch (IllegalArgumentException e) { // PayloadRefused, which names the mend
      faults.add(String.valueOf(e.getMessage()));
    }
    return faults.stream().map(fault -> "schedule \"" + name + "\": " + fault).toList();
  }

  JobType<P> type() {
    return type;
  }

  Missed missed() {
    return missed;
  }

  /** The payload as it is stored. */
  String text(PayloadCodec codec) {
    return PayloadLimit.requireStorable(type, codec.encode(payload));
  }

  /** Only where there are no faults. */
  Timing timing() {
    @Nullable Timing timing = plan.timing();
    if (timing == null) {
      throw new IllegalStateException("schedule \"" + name + "\": " + plan.faults());
    }
    return timing;
  }
}
