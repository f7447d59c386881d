package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.boxoffice.order.Jobs;
import dev.stagedoor.boxoffice.order.ReportZone;
import dev.stagedoor.cli.BadUse;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.schedule.Recurring;
import java.util.List;
import picocli.CommandLine.Option;

/** Mixin: when organizers get their reports. The zone goes along with each job. */
final class ReportOptions {
  private static final String NAME = "organizer-report";
  private static final String DAILY = "0 6 * * *";
  private static final String UTC = "UTC";

  @Option(
      names = "--report",
      paramLabel = "CRON",
      description =
          "When organizers are mailed what the day before has sold: minute, hour, day of the month,"
              + " month, day of the week; \""
              + DAILY
              + "\".")
  private String cron = DAILY;

  @Option(
      names = "--report-zone",
      paramLabel = "ZONE",
      description =
          "Whose time that is, and whose midnights days lie between, such as Europe/Warsaw: "
              + UTC
              + ".")
  private String zone = UTC;

  /**
   * The schedule of the reports.
   *
   * @throws BadUse if it cannot be one
   */
  Recurring<ReportZone> schedule() {
    Recurring<ReportZone> schedule =
        Recurring.cron(NAME, cron, zone, Jobs.ORGANIZER_REPORT, new ReportZone(zone));
    List<String> faults = schedule.faults(JacksonCodec.STANDARD);
    if (!faults.isEmpty()) {
      throw new BadUse(
          "--report \"%s\" --report-zone %s: %s"
              .formatted(
                  cron,
                  zone,
                  String.join("; ", faults).replace("schedule \"" + NAME + "\": ", "")));
    }
    return schedule;
  }
}
