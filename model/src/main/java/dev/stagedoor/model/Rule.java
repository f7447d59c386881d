package dev.stagedoor.model;

/**
 * Rules of ARCHITECTURE.md as switches, and what is done where one is off. A rule that says two
 * things has two switches.
 */
enum Rule {
  PUBLISH_THEN_MARK(1, "the mark commits before the entry is published"),
  EPOCH_READ_BEFORE_PUBLISHING(3, "the mark carries the epoch at the time of the mark"),
  EPOCH_READ_BEFORE_ASKING(3, "a renewed mark carries the epoch at the time of the renewal"),
  OLDER_EPOCH_IS_DUE(4, "a mark under an older epoch is left alone"),
  SUSPICION_RAISES_EPOCH(5, "a wiped stream, or another server, raises no epoch"),
  ALIVE_WILL_BE_READ(6, "an entry that exists counts as alive"),
  ORPHANS_ARE_DELETED(6, "an entry that nobody will read is left where it is"),
  SWEEP(7, "old marks are not asked about"),
  GIVEN_UP_IS_DUE(8, "marks of a stream that was given up are left alone"),
  GIVEN_UP_FORGETS(8, "a process whose stream was given up registers it again and goes on"),
  REWRITE_RAISES_ATTEMPT(10, "a rewritten row keeps its attempt"),
  REWRITE_CLEARS_MARK(10, "a rewritten row keeps its mark"),
  REDELIVERY_IS_COUNTED(11, "a redelivery runs without a number of its own"),
  NOT_WANTED_IS_SETTLED(11, "a redelivery that is not wanted is left"),
  ONLY_RECLAIM_IS_DEATH(12, "being published again counts as a death"),
  EXTEND_AFTER_COUNTING(13, "a redelivery starts without asking whether its entry is still ours"),
  DONE_NOT_FENCED_BY_RUN(14, "done by a run that is not the newest is refused"),
  FAILURE_FENCED_BY_RUN(14, "the failure of a run that is not the newest is written"),
  INTERRUPTED_IS_NOT_DONE(15, "a run that we interrupted may end as done"),
  HELD_IS_NOT_DONE(15, "a run that met a claim held elsewhere may end as done"),
  LOST_CLAIM_IS_NOT_DONE(15, "a run whose claim had no reply may end as done"),
  FENCED_FAILURE_INSISTS(16, "a failure that meets a newer run is dropped"),
  ONLY_THIS_DELIVERY_INSISTS(16, "a run does not look for a twin in its own process"),
  NUMBER_FOR_MARKED_ENTRY(16, "the next number is given for any entry of the job"),
  WATCHDOG_WRITES(17, "a time-out is written when the handler comes back"),
  SETTLE_WHAT_IS_DECIDED(18, "an entry is settled although its outcome was not written"),
  COMPLETE_THEN_SETTLE(19, "the entry is settled before its job is completed"),
  EFFECT_ASKS_THE_ROW(25, "an effect does not ask whether its job is live"),
  RECORD_FIRST(26, "once looks for its record, and writes it later"),
  RECORD_IS_ONE_STEP(27, "a record beside a live row is taken for a completed job"),
  RELEASE_IS_FENCED(29, "a run releases whatever claim there is"),
  SENT_IS_NOT_FENCED(29, "only the owner of the claim marks the effect done"),
  FIRST_TRY_STAYS(30, "a released claim forgets when it was first tried"),
  TIME_LEFT_TO_SEND(31, "a send is begun up to the end of the key's life"),
  KEY_IN_TIME(32, "a run sends however long ago it claimed"),
  UNREPORTED_IS_UNKNOWN(33, "a send that throws is taken for sent or not sent, as it pleases"),
  CHILD_IS_RECORDED(34, "each run that enqueues a child enqueues a new one"),
  CHILD_BY_ROUND(34, "a child has the same id in every round"),
  IDLE_LIMIT(36, "an open transaction of a stopped process stays open"),
  EXTEND_ONLY_MINE(38, "a heartbeat takes back an entry that another worker has"),
  BUSY_CONSUMER_STAYS(40, "a consumer that nobody is behind is deleted with what is pending"),
  AGAIN_ALWAYS(42, "an enqueue under a key marks the job only while it is published"),
  AGAIN_FORGETS_STEPS(42, "a job that is due once more keeps its records"),
  TRANSACTION_HOLDS_JOB(43, "a job is completed beside an open transaction of its run"),
  HISTORY_STAYS_WITH_ROW(57, "history is dropped while jobs of its day have rows");

  private final int number;
  private final String without;

  Rule(int number, String without) {
    this.number = number;
    this.without = without;
  }

  /** As ARCHITECTURE.md numbers it: R and this. */
  int number() {
    return number;
  }

  /** What happens where it is off. */
  String without() {
    return without;
  }

  @Override
  public String toString() {
    return "R" + number + " " + name();
  }
}
