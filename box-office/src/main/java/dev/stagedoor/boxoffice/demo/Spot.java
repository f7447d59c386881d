package dev.stagedoor.boxoffice.demo;

import static dev.stagedoor.boxoffice.demo.FaultKind.KILLED;
import static dev.stagedoor.boxoffice.demo.FaultKind.PUBLISHED_TWICE;
import static dev.stagedoor.boxoffice.demo.FaultKind.REDIS_WIPED;
import static dev.stagedoor.boxoffice.demo.FaultKind.SLOW;
import static dev.stagedoor.boxoffice.demo.FaultKind.TIMEOUT;

/** Where a fault strikes: which job of its order, and at which moment. */
enum Spot {
  RENDER_RETURNED(KILLED, JobKind.RENDER, Boundary.RETURNED, "worker killed after rendering"),
  MAIL_ACCEPTED(KILLED, JobKind.SEND, Boundary.STARTED, "worker killed after sending"),
  COUNT_COMPLETED(KILLED, JobKind.COUNT, Boundary.COMPLETED, "worker killed after counting"),
  /** The naive counter commits long before its completion: this is where it is caught. */
  COUNT_RETURNED(KILLED, JobKind.COUNT, Boundary.RETURNED, "worker killed after counting"),

  MAIL_UNDER_WAY(SLOW, JobKind.SEND, Boundary.STARTED, "worker stopped while sending"),
  RENDER_STARTED(SLOW, JobKind.RENDER, Boundary.STARTED, "worker stopped before rendering"),
  COUNT_STARTED(SLOW, JobKind.COUNT, Boundary.STARTED, "worker stopped before counting"),

  COUNT_PUBLISHED(
      PUBLISHED_TWICE, JobKind.COUNT, Boundary.PUBLISHED, "relay killed after publishing a count"),
  RENDER_PUBLISHED(
      PUBLISHED_TWICE,
      JobKind.RENDER,
      Boundary.PUBLISHED,
      "relay killed after publishing a render"),
  MAIL_PUBLISHED(
      PUBLISHED_TWICE, JobKind.SEND, Boundary.PUBLISHED, "relay killed after publishing a send"),

  MAIL_UNANSWERED(TIMEOUT, JobKind.SEND, Boundary.STARTED, "send timed out after it was accepted"),

  RENDER_WIPED(REDIS_WIPED, JobKind.RENDER, Boundary.STARTED, "Redis wiped under a render"),
  COUNT_WIPED(REDIS_WIPED, JobKind.COUNT, Boundary.STARTED, "Redis wiped under a count"),
  MAIL_WIPED(REDIS_WIPED, JobKind.SEND, Boundary.STARTED, "Redis wiped under a send");

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

  /** For a person. */
  String words() {
    return words;
  }
}
