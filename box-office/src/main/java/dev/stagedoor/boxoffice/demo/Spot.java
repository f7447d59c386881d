package dev.stagedoor.boxoffice.demo;

import static dev.stagedoor.boxoffice.demo.FaultKind.KILLED;
import static dev.stagedoor.boxoffice.demo.FaultKind.PUBLISHED_TWICE;
import static dev.stagedoor.boxoffice.demo.FaultKind.REDIS_WIPED;
import static dev.stagedoor.boxoffice.demo.FaultKind.SLOW;
import static dev.stagedoor.boxoffice.demo.FaultKind.TIMEOUT;

/** Where a fault strikes: which job of its order, and at which moment. */
enum Spot {
  RENDER_RETURNED(KILLED, JobKind.RENDER, Boundary.RETURNED, "after the tickets were rendered"),
  MAIL_ACCEPTED(KILLED, JobKind.SEND, Boundary.STARTED, "after the provider took the email"),
  COUNT_COMPLETED(KILLED, JobKind.COUNT, Boundary.COMPLETED, "after the seats were counted"),
  /** The naive counter commits long before its completion: this is where it is caught. */
  COUNT_RETURNED(KILLED, JobKind.COUNT, Boundary.RETURNED, "after the seats were counted"),

  MAIL_UNDER_WAY(SLOW, JobKind.SEND, Boundary.STARTED, "while the email was under way"),
  RENDER_STARTED(SLOW, JobKind.RENDER, Boundary.STARTED, "before the tickets were rendered"),
  COUNT_STARTED(SLOW, JobKind.COUNT, Boundary.STARTED, "before the seats were counted"),

  COUNT_PUBLISHED(PUBLISHED_TWICE, JobKind.COUNT, Boundary.PUBLISHED, "before the mark"),
  RENDER_PUBLISHED(PUBLISHED_TWICE, JobKind.RENDER, Boundary.PUBLISHED, "before the mark"),
  MAIL_PUBLISHED(PUBLISHED_TWICE, JobKind.SEND, Boundary.PUBLISHED, "before the mark"),

  MAIL_UNANSWERED(TIMEOUT, JobKind.SEND, Boundary.STARTED, "the provider took the email"),

  RENDER_WIPED(REDIS_WIPED, JobKind.RENDER, Boundary.STARTED, "with jobs under way"),
  COUNT_WIPED(REDIS_WIPED, JobKind.COUNT, Boundary.STARTED, "with jobs under way"),
  MAIL_WIPED(REDIS_WIPED, JobKind.SEND, Boundary.STARTED, "with jobs under way");

  private final FaultKind kind;
  private final JobKind job;
  private final Boundary boundary;
  private final String words;

  Spot(FaultKind kind, JobKind job, Boundary boundary, String words) {
    this.kind = kind;
    this.job = job;
    this.boundary = boundary;
    this.words = words;
  }

  FaultKind kind() {
    return kind;
  }

  JobKind job() {
    return job;
  }

  Boundary boundary() {
    return boundary;
  }

  /** For a person: {@code worker killed after the seats were counted}. */
  String words() {
    return kind.words() + " " + words;
  }
}
