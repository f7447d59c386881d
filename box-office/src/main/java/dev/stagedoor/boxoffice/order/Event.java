package dev.stagedoor.boxoffice.order;

import java.time.Instant;

/** What tickets are sold for. */
public record Event(long id, String title, String organizer, Instant startsAt) {}
