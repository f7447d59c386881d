package dev.stagedoor.model;

import static dev.stagedoor.model.Handler.COPY;
import static dev.stagedoor.model.Handler.COPY_AND_ENQUEUE;
import static dev.stagedoor.model.Handler.ENQUEUE_CHILD;
import static dev.stagedoor.model.Handler.HANDLE_ONCE;
import static dev.stagedoor.model.Handler.ONCE_THEN_SEND;

import dev.stagedoor.model.Scenario.Trait;
import java.util.List;

/** Worlds that are explored completely, with all rules on: each small in most ways. */
final class Scenarios {
  private Scenarios() {}

  static List<Scenario> all() {
    return List.of(
        KILLS,
        ERRORS,
        STOPS,
        TIME_OUTS,
        HANGS,
        CLOCKS,
        KEYS,
        PARKS,
        CANCELS,
        REDRIVES,
        THREE,
        ONE_PROCESS,
        TWINS_IN_ONE_PROCESS,
        WIPES,
        LOSSES,
        PROMOTIONS,
        RELAYS,
        RELAYS_AND_WIPES,
        WHOLE,
        WHOLE_LOSSES,
        TWO_JOBS,
        CHILD,
        HISTORY,
        CHANGES,
        CHANGES_AND_MORE,
        ROUNDS,
        DEATHS,
        DEATHS_AND_WIPES,
        SHUT_DOWNS,
        HOPELESS,
        SLOW,
        GIVEN_UP_UNTOLD,
        LOCAL_KILLS,
        LOCAL_STOPS,
        LOCAL_ALL,
        LOCAL_ROUNDS);
  }

  private static Scenario send(String name) {
    return Scenario.of(name, ONCE_THEN_SEND);
  }

  static final Scenario KILLS =
      send("kills").size(2, 2, 4).with(Fault.KILL_WORKER, 2).with(Fault.KILL_RELAY);
  static final Scenario ERRORS =
      send("errors").with(Fault.ERROR, 2).with(Fault.LOSE_REPLY).with(Fault.KILL_WORKER);
  static final Scenario STOPS =
      send("stops").with(Fault.STOP_WORKER).with(Fault.ERROR, 2).with(Fault.KILL_RELAY);
  static final Scenario TIME_OUTS =
      send("time-outs").with(Fault.TIME_OUT).with(Fault.KILL_WORKER).with(Fault.STOP_WORKER);
  static final Scenario HANGS =
      send("hangs").with(Fault.HANG).with(Fault.KILL_WORKER).with(Fault.KILL_RELAY);
  static final Scenario CLOCKS =
      send("clocks").with(Fault.CLOCK_JUMP).with(Fault.STOP_WORKER).with(Fault.ERROR);
  static final Scenario KEYS =
      send("keys").in(Trait.KEYS_EXPIRE).with(Fault.STOP_WORKER).with(Fault.ERROR);
  static final Scenario PARKS =
      send("parks").in(Trait.KEYS_EXPIRE).with(Fault.KILL_WORKER).with(Fault.CANCEL);
  static final Scenario CANCELS =
      send("cancels").with(Fault.CANCEL).with(Fault.STOP_WORKER).with(Fault.KILL_RELAY);
  static final Scenario REDRIVES =
      send("redrives").failures(1).with(Fault.REDRIVE).with(Fault.ERROR, 2).with(Fault.STOP_WORKER);
  static final Scenario THREE = send("three workers").size(3, 1, 2).with(Fault.STOP_WORKER);
  static final Scenario ONE_PROCESS =
      send("slots of one process").in(Trait.ONE_CONSUMER).in(Trait.SLOW).with(Fault.ERROR);
  static final Scenario WIPES = send("wipes").size(2, 2, 3).with(Fault.WIPE).with(Fault.KILL_RELAY);
  static final Scenario LOSSES =
      send("losses").with(Fault.LOSE_ENTRY).with(Fault.DELETE_CONSUMER).with(Fault.KILL_RELAY);
  static final Scenario PROMOTIONS =
      send("promotions").with(Fault.PROMOTE_REPLICA).with(Fault.KILL_WORKER);
  static final Scenario RELAYS =
      Scenario.of("relays", HANDLE_ONCE)
          .size(2, 2, 4)
          .with(Fault.STOP_RELAY)
          .with(Fault.SUSPECT_FALSELY)
          .with(Fault.KILL_WORKER);
  static final Scenario RELAYS_AND_WIPES =
      Scenario.of("relays and wipes", HANDLE_ONCE)
          .size(2, 2, 4)
          .with(Fault.WIPE)
          .with(Fault.TIME_OUT)
          .with(Fault.STOP_RELAY);
  static final Scenario WHOLE =
      Scenario.of("handleOnce", HANDLE_ONCE)
          .with(Fault.KILL_WORKER)
          .with(Fault.STOP_WORKER)
          .with(Fault.TIME_OUT)
          .with(Fault.ERROR)
          .with(Fault.CANCEL);
  static final Scenario WHOLE_LOSSES =
      Scenario.of("handleOnce and losses", HANDLE_ONCE)
          .size(2, 2, 3)
          .with(Fault.WIPE)
          .with(Fault.LOSE_ENTRY)
          .with(Fault.PROMOTE_REPLICA);
  static final Scenario TWO_JOBS =
      Scenario.of("two jobs", ONCE_THEN_SEND, HANDLE_ONCE).with(Fault.KILL_WORKER);
  static final Scenario CHILD =
      Scenario.of("a child", ENQUEUE_CHILD, HANDLE_ONCE)
          .with(Fault.KILL_WORKER)
          .with(Fault.STOP_WORKER);
  static final Scenario HISTORY =
      Scenario.of("history", ENQUEUE_CHILD, ONCE_THEN_SEND)
          .with(Fault.KILL_WORKER)
          .with(Fault.DROP_HISTORY);
  static final Scenario CHANGES =
      Scenario.of("changes", COPY)
          .with(Fault.CHANGE, 2)
          .with(Fault.KILL_WORKER)
          .with(Fault.STOP_WORKER);
  static final Scenario CHANGES_AND_MORE =
      Scenario.of("changes and more", COPY)
          .with(Fault.CHANGE)
          .with(Fault.ERROR)
          .with(Fault.TIME_OUT)
          .with(Fault.KILL_WORKER)
          .with(Fault.WIPE);
  static final Scenario ROUNDS =
      Scenario.of("rounds", COPY_AND_ENQUEUE, HANDLE_ONCE, HANDLE_ONCE)
          .with(Fault.CHANGE)
          .with(Fault.STOP_WORKER);
  static final Scenario DEATHS =
      send("deaths")
          .in(Trait.QUARANTINE)
          .failures(9)
          .with(Fault.KILL_WORKER)
          .with(Fault.SHUT_DOWN)
          .with(Fault.KILL_RELAY);
  static final Scenario DEATHS_AND_WIPES =
      send("deaths and wipes")
          .in(Trait.QUARANTINE)
          .failures(9)
          .with(Fault.WIPE, 2)
          .with(Fault.KILL_WORKER);
  static final Scenario SHUT_DOWNS =
      send("shutdowns").with(Fault.SHUT_DOWN, 2).with(Fault.KILL_WORKER);
  static final Scenario HOPELESS =
      send("hopeless").in(Trait.HOPELESS).with(Fault.KILL_WORKER).with(Fault.KILL_RELAY);
  static final Scenario SLOW = send("slow").size(3, 1, 3).in(Trait.SLOW).with(Fault.KILL_RELAY);
  static final Scenario LOCAL_KILLS =
      send("local, kills").in(Trait.LOCAL_STREAMS).size(2, 2, 3).with(Fault.KILL_PROCESS, 2);
  static final Scenario LOCAL_STOPS =
      send("local, stops").in(Trait.LOCAL_STREAMS).size(2, 2, 3).with(Fault.STOP_PROCESS);
  static final Scenario LOCAL_ALL =
      Scenario.of("local, all", HANDLE_ONCE)
          .in(Trait.LOCAL_STREAMS)
          .size(2, 2, 4)
          .failures(4)
          .with(Fault.CUT_OFF)
          .with(Fault.STOP_PROCESS)
          .with(Fault.KILL_PROCESS);
  static final Scenario LOCAL_ROUNDS =
      Scenario.of("local, rounds", COPY_AND_ENQUEUE, HANDLE_ONCE, HANDLE_ONCE)
          .in(Trait.LOCAL_STREAMS)
          .size(2, 2, 4)
          .with(Fault.CHANGE)
          .with(Fault.KILL_PROCESS);

  /** The stream knows consumers, and twins in one process are the same one. */
  static final Scenario TWINS_IN_ONE_PROCESS =
      ONE_PROCESS.named("twins in one process").failures(1);

  /** A process stream does not know yet that it was given up. */
  static final Scenario GIVEN_UP_UNTOLD =
      Scenario.of("given up, and not told", HANDLE_ONCE)
          .in(Trait.LOCAL_STREAMS)
          .size(2, 2, 3)
          .failures(1)
          .with(Fault.CUT_OFF)
          .with(Fault.ERROR);
}
