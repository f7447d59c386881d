package dev.stagedoor.boxoffice.order;

/**
 * The payload of {@code organizer_report}, which the schedule brings: so all workers mean the same
 * days, whatever they were started with.
 *
 * @param zone an id such as {@code Europe/Warsaw}, whose midnights days lie between
 */
public record ReportZone(String zone) {}
