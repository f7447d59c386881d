package dev.stagedoor.model;

/** What must never be seen, each with the invariant of ARCHITECTURE.md that it belongs to. */
enum Property {
  NOTHING_LOST("I1", "no good end can be reached any more by steps that are no faults"),
  NOT_DONE("I1", "a job is completed, and an effect of it has not happened"),
  NOT_RECORDED("I1", "a job is completed, and its effect is not recorded as done"),
  CHANGE_SWALLOWED("I1", "a job is completed that has not seen the last change under its key"),
  INVENTED("I2", "an effect began for a job that is cancelled, dead or parked"),
  BEFORE_DUE("I2", "an effect began for a job that is not due"),
  APPLIED_TWICE("I4", "what is done inside once has happened twice"),
  CHILD_TWICE("I4", "what a run enqueued was enqueued again by a run of the same round"),
  TWO_OWNERS("I5", "two fresh claims for one effect"),
  SENT_TWICE("I6", "the provider has accepted one intent twice"),
  JUDGED_BY_TWIN("R16", "dead or parked by a run whose entry another live run has"),
  INNOCENT_DEAD("R21", "dead for deaths that did not happen"),
  NOTHING_LEFT("I9", "an entry is left in the stream for ever");

  private final String of;
  private final String words;

  Property(String of, String words) {
    this.of = of;
    this.words = words;
  }

  @Override
  public String toString() {
    return of + ": " + words;
  }
}
