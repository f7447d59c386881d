package dev.stagedoor.model;

import dev.stagedoor.model.Row.Stands;
import dev.stagedoor.model.Scenario.Trait;

/** Questions about a state, and changes of it, that several parts of the protocol need. */
record World(Scenario scenario) {
  static final int NONE = -1;

  private boolean holds(Rule rule) {
    return scenario.holds(rule);
  }

  // ---- rows

  /** Whether the row is live, at the attempt of this run. */
  boolean isWanted(State state, Worker worker) {
    return state.row(worker).isLive() && worker.attempt;
  }

  /** Whether somebody else's lock makes a rewrite of this row wait. */
  boolean isLocked(State state, int job) {
    return state.rows[job].lockedBy != Row.NOBODY
        || (holds(Rule.TRANSACTION_HOLDS_JOB) && isHeldOpen(state, job));
  }

  /** Whether a run of a job with a unique key has a transaction open. */
  private boolean isHeldOpen(State state, int job) {
    for (Worker worker : state.workers) {
      if (worker.place == Place.COPY_OPEN && worker.job == job) {
        return true;
      }
    }
    return false;
  }

  /** Raises the attempt: what carries it is of an older one from now on. */
  void raiseAttempt(State state, int job) {
    for (Entry[] stream : new Entry[][] {state.entries, state.replica}) {
      for (Entry entry : stream) {
        entry.attempt &= entry.job != job;
      }
    }
    for (Worker worker : state.workers) {
      worker.attempt &= worker.job != job;
      worker.run &= worker.job != job;
    }
    for (Relay relay : state.relays) {
      relay.attempt &= relay.job != job;
    }
  }

  /** Makes the row live for another attempt. */
  void rewrite(State state, int job, boolean dueNow) {
    Row row = state.rows[job];
    row.stands = Stands.LIVE;
    row.due = dueNow;
    row.firstRun = true;
    row.crashes = 0;
    if (holds(Rule.REWRITE_CLEARS_MARK)) {
      row.mark = Row.NO_MARK;
    }
    if (holds(Rule.REWRITE_RAISES_ATTEMPT)) {
      raiseAttempt(state, job);
    }
  }

  void end(State state, int job, Stands how) {
    state.rows[job].end(how);
    raiseAttempt(state, job);
  }

  /** Gives the run the next number of its attempt; whoever had the newest has it no more. */
  void takeNumber(State state, int worker) {
    Worker mine = state.workers[worker];
    for (Worker other : state.workers) {
      other.run &= other.job != mine.job;
    }
    mine.run = true;
    state.row(mine).firstRun = false;
  }

  // ---- streams

  /** The stream that this process reads and publishes on; {@link #NONE} before it has one. */
  int streamOf(State state, int process) {
    if (!scenario.has(Trait.LOCAL_STREAMS)) {
      return 0;
    }
    for (int i = 0; i < state.streams.length; i++) {
      if (state.streams[i].process == process) {
        return i;
      }
    }
    return NONE;
  }

  /** Whether this process does anything now. */
  boolean acts(State state, int process, boolean stopped) {
    if (stopped || !scenario.has(Trait.TOLD_FIRST)) {
      return !stopped;
    }
    int stream = streamOf(state, process);
    return stream != NONE && state.streams[stream].registered;
  }

  int consumer(int worker) {
    return scenario.has(Trait.ONE_CONSUMER) ? 0 : worker;
  }

  /** The name of a process that has died: nobody behind it. */
  int deadConsumer() {
    return scenario.workers();
  }

  boolean isMine(State state, int worker) {
    int entry = state.workers[worker].entry;
    return entry != Worker.NO_ENTRY && state.entries[entry].isPendingFor(consumer(worker));
  }

  /** A slow run ends only when a newer one was counted. */
  boolean mayEnd(Worker worker) {
    return !scenario.has(Trait.SLOW) || !worker.run;
  }

  boolean isExtended(State state, int entry) {
    for (int i = 0; i < state.workers.length; i++) {
      Worker worker = state.workers[i];
      if (worker.entry == entry
          && worker.extending
          && !worker.stopped
          && state.entries[entry].isPendingFor(consumer(i))) {
        return true;
      }
    }
    return false;
  }

  /** A place that nobody refers to any more; {@link #NONE} if there is none. */
  int freePlace(State state) {
    for (int i = 0; i < state.entries.length; i++) {
      if (state.entries[i].where == Entry.Where.ABSENT && !isReferredTo(state, i)) {
        return i;
      }
    }
    return NONE;
  }

  private static boolean isReferredTo(State state, int entry) {
    for (Row row : state.rows) {
      if (row.mark == entry) {
        return true;
      }
    }
    for (Worker worker : state.workers) {
      if (worker.entry == entry) {
        return true;
      }
    }
    for (Relay relay : state.relays) {
      if (relay.place == Relay.Place.PUBLISHED && relay.entry == entry
          || relay.place == Relay.Place.MARKED && relay.entry == entry) {
        return true;
      }
    }
    return state.replica.length > 0 && state.replica[entry].where != Entry.Where.ABSENT;
  }
}
