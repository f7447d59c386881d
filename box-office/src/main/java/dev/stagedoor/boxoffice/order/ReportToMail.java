package dev.stagedoor.boxoffice.order;

import java.time.LocalDate;

/** The payload of {@code mail_report}: which report, and nothing that could be out of date. */
public record ReportToMail(LocalDate day, long eventId) {}
