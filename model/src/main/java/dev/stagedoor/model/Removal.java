package dev.stagedoor.model;

import static dev.stagedoor.model.Handler.COPY;
import static dev.stagedoor.model.Handler.COPY_AND_ENQUEUE;
import static dev.stagedoor.model.Handler.ENQUEUE_CHILD;
import static dev.stagedoor.model.Handler.HANDLE_ONCE;
import static dev.stagedoor.model.Handler.ONCE_THEN_SEND;
import static dev.stagedoor.model.Scenario.of;

import dev.stagedoor.model.Scenario.Trait;
import java.util.List;

/**
 * Each rule with a world in which it is missed: small, so that the trace is short. Most rules buy
 * seconds only, and are missed where the sweep, which repairs everything in minutes, is off too.
 */
record Removal(Rule rule, Scenario scenario) {
  static final List<Removal> ALL =
      List.of(
          new Removal(
              Rule.PUBLISH_THEN_MARK, noSweep("marked first", HANDLE_ONCE).with(Fault.KILL_RELAY)),
          new Removal(
              Rule.EPOCH_READ_BEFORE_PUBLISHING,
              noSweep("wiped before the mark", HANDLE_ONCE).with(Fault.WIPE)),
          new Removal(
              Rule.EPOCH_READ_BEFORE_ASKING,
              noSweep("wiped before the renewal", HANDLE_ONCE)
                  .with(Fault.SUSPECT_FALSELY)
                  .with(Fault.WIPE)),
          new Removal(Rule.OLDER_EPOCH_IS_DUE, noSweep("wiped", HANDLE_ONCE).with(Fault.WIPE)),
          new Removal(Rule.SUSPICION_RAISES_EPOCH, noSweep("wiped", HANDLE_ONCE).with(Fault.WIPE)),
          new Removal(
              Rule.ALIVE_WILL_BE_READ,
              of("an orphan", HANDLE_ONCE)
                  .without(Rule.ORPHANS_ARE_DELETED)
                  .with(Fault.DELETE_CONSUMER)),
          new Removal(
              Rule.ORPHANS_ARE_DELETED,
              of("an orphan without a mark", HANDLE_ONCE)
                  .with(Fault.KILL_RELAY)
                  .with(Fault.DELETE_CONSUMER)),
          new Removal(Rule.SWEEP, of("a lost entry", HANDLE_ONCE).with(Fault.LOSE_ENTRY)),
          new Removal(Rule.GIVEN_UP_IS_DUE, local("a killed process").with(Fault.KILL_PROCESS)),
          new Removal(
              Rule.GIVEN_UP_FORGETS,
              local("given up")
                  .in(Trait.TOLD_FIRST)
                  .without(Rule.NUMBER_FOR_MARKED_ENTRY)
                  .failures(1)
                  .with(Fault.CUT_OFF)
                  .with(Fault.ERROR)),
          new Removal(
              Rule.REWRITE_RAISES_ATTEMPT,
              of("a failure", HANDLE_ONCE).with(Fault.ERROR).with(Fault.KILL_RELAY)),
          new Removal(
              Rule.REWRITE_CLEARS_MARK, noSweep("a failure", HANDLE_ONCE).with(Fault.ERROR)),
          new Removal(
              Rule.REDELIVERY_IS_COUNTED,
              of("a late failure", HANDLE_ONCE)
                  .failures(1)
                  .with(Fault.STOP_WORKER)
                  .with(Fault.ERROR)),
          new Removal(
              Rule.NOT_WANTED_IS_SETTLED,
              of("a death behind it", HANDLE_ONCE).with(Fault.KILL_WORKER)),
          new Removal(
              Rule.ONLY_RECLAIM_IS_DEATH,
              of("wiped twice", HANDLE_ONCE).in(Trait.QUARANTINE).with(Fault.WIPE, 2)),
          new Removal(
              Rule.EXTEND_AFTER_COUNTING,
              of("stopped after counting", HANDLE_ONCE)
                  .size(3, 1, 4)
                  .failures(1)
                  .with(Fault.STOP_WORKER, 2)
                  .with(Fault.ERROR)),
          new Removal(Rule.DONE_NOT_FENCED_BY_RUN, of("slow", COPY).in(Trait.SLOW)),
          new Removal(
              Rule.FAILURE_FENCED_BY_RUN,
              of("a late failure", HANDLE_ONCE)
                  .failures(1)
                  .with(Fault.STOP_WORKER)
                  .with(Fault.ERROR)),
          new Removal(
              Rule.INTERRUPTED_IS_NOT_DONE, of("a time-out", ONCE_THEN_SEND).with(Fault.TIME_OUT)),
          new Removal(
              Rule.HELD_IS_NOT_DONE, of("held elsewhere", ONCE_THEN_SEND).with(Fault.KILL_RELAY)),
          new Removal(
              Rule.LOST_CLAIM_IS_NOT_DONE,
              of("a lost reply", ONCE_THEN_SEND).with(Fault.LOSE_REPLY)),
          new Removal(
              Rule.FENCED_FAILURE_INSISTS,
              of("twins, one of which fails", HANDLE_ONCE)
                  .in(Trait.QUARANTINE)
                  .failures(9)
                  .size(3, 1, 3)
                  .with(Fault.ERROR)
                  .with(Fault.KILL_WORKER)
                  .with(Fault.KILL_RELAY)),
          new Removal(Rule.ONLY_THIS_DELIVERY_INSISTS, Scenarios.TWINS_IN_ONE_PROCESS),
          new Removal(Rule.NUMBER_FOR_MARKED_ENTRY, Scenarios.GIVEN_UP_UNTOLD),
          new Removal(Rule.WATCHDOG_WRITES, of("a hang", ONCE_THEN_SEND).with(Fault.HANG)),
          new Removal(
              Rule.SETTLE_WHAT_IS_DECIDED,
              noSweep("two twins, one stopped", HANDLE_ONCE)
                  .with(Fault.STOP_WORKER)
                  .with(Fault.ERROR)),
          new Removal(
              Rule.COMPLETE_THEN_SETTLE,
              noSweep("a death at the end", ONCE_THEN_SEND).with(Fault.KILL_WORKER)),
          new Removal(Rule.EFFECT_ASKS_THE_ROW, of("cancelled", ONCE_THEN_SEND).with(Fault.CANCEL)),
          new Removal(Rule.RECORD_FIRST, of("two entries", ONCE_THEN_SEND).with(Fault.KILL_RELAY)),
          new Removal(
              Rule.RECORD_IS_ONE_STEP,
              of("a death in between", ONCE_THEN_SEND).with(Fault.KILL_WORKER)),
          new Removal(
              Rule.RELEASE_IS_FENCED,
              of("two claims", ONCE_THEN_SEND)
                  .size(2, 1, 2)
                  .with(Fault.CLOCK_JUMP)
                  .with(Fault.ERROR)
                  .with(Fault.KILL_RELAY)),
          new Removal(
              Rule.SENT_IS_NOT_FENCED,
              of("stopped while it sends", ONCE_THEN_SEND).with(Fault.STOP_WORKER)),
          new Removal(
              Rule.FIRST_TRY_STAYS,
              of("a key's life", ONCE_THEN_SEND).in(Trait.KEYS_EXPIRE).with(Fault.ERROR, 2)),
          new Removal(
              Rule.TIME_LEFT_TO_SEND,
              of("a key's last moment", ONCE_THEN_SEND).in(Trait.KEYS_EXPIRE).with(Fault.ERROR)),
          new Removal(
              Rule.KEY_IN_TIME,
              of("stopped before it sends", ONCE_THEN_SEND)
                  .in(Trait.KEYS_EXPIRE)
                  .with(Fault.STOP_WORKER)),
          new Removal(
              Rule.UNREPORTED_IS_UNKNOWN, of("no answer", ONCE_THEN_SEND).with(Fault.ERROR)),
          new Removal(
              Rule.CHILD_IS_RECORDED,
              of("a child", ENQUEUE_CHILD, HANDLE_ONCE).with(Fault.KILL_WORKER)),
          new Removal(
              Rule.CHILD_BY_ROUND,
              of("a round more", COPY_AND_ENQUEUE, HANDLE_ONCE, HANDLE_ONCE).with(Fault.CHANGE)),
          new Removal(
              Rule.IDLE_LIMIT,
              of("stopped for ever", HANDLE_ONCE).size(2, 2, 3).with(Fault.STOP_RELAY)),
          new Removal(
              Rule.EXTEND_ONLY_MINE,
              of("taken back", HANDLE_ONCE).failures(1).with(Fault.STOP_WORKER).with(Fault.ERROR)),
          new Removal(
              Rule.BUSY_CONSUMER_STAYS,
              noSweep("a consumer that died", HANDLE_ONCE).with(Fault.KILL_WORKER)),
          new Removal(
              Rule.AGAIN_ALWAYS,
              of("a change in between", COPY).with(Fault.CHANGE).with(Fault.KILL_RELAY)),
          new Removal(Rule.AGAIN_FORGETS_STEPS, of("a change", COPY).with(Fault.CHANGE)),
          new Removal(
              Rule.TRANSACTION_HOLDS_JOB,
              of("a run that is late", COPY_AND_ENQUEUE, HANDLE_ONCE, HANDLE_ONCE)
                  .size(2, 1, 2)
                  .with(Fault.CHANGE)
                  .with(Fault.STOP_WORKER)),
          new Removal(
              Rule.HISTORY_STAYS_WITH_ROW,
              of("dropped history", ONCE_THEN_SEND)
                  .with(Fault.DROP_HISTORY)
                  .with(Fault.KILL_WORKER)));

  /** The same world without the rule. */
  Scenario without() {
    return scenario.without(rule);
  }

  @Override
  public String toString() {
    return rule + ": " + scenario.name();
  }

  private static Scenario noSweep(String name, Handler handler) {
    return of(name, handler).without(Rule.SWEEP);
  }

  private static Scenario local(String name) {
    return of(name, HANDLE_ONCE).in(Trait.LOCAL_STREAMS).size(2, 2, 3);
  }
}
