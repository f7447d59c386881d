package dev.stagedoor.model;

import dev.stagedoor.model.Model.Kind;
import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Relay.Place;

/** Lock, publish, mark; lock, ask, renew or publish again. A transaction has one row. */
final class Relays extends Part {
  Relays(World world) {
    super(world);
  }

  @Override
  void from(State state, Steps<State> out) {
    for (int r = 0; r < state.relays.length; r++) {
      Relay relay = state.relays[r];
      if (relay.stopped) {
        stopped(state, r, out);
      } else if (!world.acts(state, r, false)) {
        continue;
      } else if (relay.isIdle()) {
        lock(state, r, out);
      } else {
        goOn(state, r, out);
        faults(state, r, out);
      }
    }
  }

  // ---- lock

  private void lock(State state, int r, Steps<State> out) {
    int stream = world.streamOf(state, r);
    if (stream == World.NONE || !state.streams[stream].registered) {
      return;
    }
    for (int job = 0; job < state.rows.length; job++) {
      Row row = state.rows[job];
      if (row.isLive() && !world.isLocked(state, job)) {
        String why = whyDue(state, row, stream);
        if (!why.isEmpty()) {
          lock(state, r, job, stream, why, out);
        }
      }
    }
  }

  /** Empty if the row is nothing to this relay. */
  private String whyDue(State state, Row row, int stream) {
    if (row.mark == Row.NO_MARK) {
      return row.due ? "$r locks $j, which is due, and reads the epoch" : "";
    }
    if (row.markStream != stream) {
      return state.streams[row.markStream].registered || !holds(Rule.GIVEN_UP_IS_DUE)
          ? ""
          : "$r locks $j, whose stream was given up, and reads the epoch";
    }
    if (!row.markCurrent) {
      return holds(Rule.OLDER_EPOCH_IS_DUE)
          ? "$r locks $j, marked under an older epoch, and reads the epoch"
          : "";
    }
    return holds(Rule.SWEEP) && !isAlive(state, row.mark, stream)
        ? "$r locks $j, marked long ago, and reads the epoch"
        : "";
  }

  private boolean isAlive(State state, int entry, int stream) {
    Entry marked = state.entries[entry];
    boolean alive =
        holds(Rule.ALIVE_WILL_BE_READ) ? marked.isAlive() : marked.where != Entry.Where.ABSENT;
    return alive && marked.stream == stream;
  }

  private void lock(State state, int r, int job, int stream, String why, Steps<State> out) {
    State next = state.copy();
    Relay relay = next.relays[r];
    relay.job = job;
    relay.stream = stream;
    relay.epoch = true;
    relay.attempt = true;
    relay.again = next.rows[job].mark != Row.NO_MARK;
    if (!holds(Rule.PUBLISH_THEN_MARK) && !relay.again) {
      markFirst(next, r, out);
      return;
    }
    relay.place = Place.LOCKED;
    next.rows[job].lockedBy = r;
    progress(out, why, r, job, next);
  }

  private void markFirst(State next, int r, Steps<State> out) {
    Relay relay = next.relays[r];
    int entry = world.freePlace(next);
    if (entry != World.NONE) {
      relay.place = Place.MARKED;
      relay.entry = entry;
      mark(next.row(relay), relay, true);
      progress(out, "$r marks $j and commits", r, relay.job, next);
    }
  }

  // ---- publish, mark

  private void goOn(State state, int r, Steps<State> out) {
    Relay relay = state.relays[r];
    switch (relay.place) {
      case LOCKED -> {
        if (findsAlive(state, r)) {
          State next = state.copy();
          next.relays[r].place = Place.FOUND_ALIVE;
          progress(out, "$r asks: the entry of $j is alive", r, relay.job, next);
        } else {
          publish(state, r, world.freePlace(state), out);
        }
      }
      case MARKED -> publish(state, r, relay.entry, out);
      case FOUND_ALIVE, PUBLISHED -> write(state, r, out);
      case IDLE -> throw new AssertionError();
    }
  }

  private boolean findsAlive(State state, int r) {
    Relay relay = state.relays[r];
    Row row = state.row(relay);
    return row.lockedBy == r
        && relay.again
        && row.markStream == relay.stream
        && isAlive(state, row.mark, relay.stream);
  }

  private void publish(State state, int r, int place, Steps<State> out) {
    State next = state.copy();
    Relay relay = next.relays[r];
    if (place == World.NONE) {
      rollBack(next, r);
      progress(out, "$r finds no room in the stream and rolls back", r, 0, next);
      return;
    }
    next.writeStream();
    Row row = next.row(relay);
    if (row.lockedBy == r && relay.again && row.markStream == relay.stream) {
      next.entries[row.mark].remove(); // the orphan that it replaces
    }
    put(next.entries[place], relay, world.streamOf(next, r));
    String text = relay.again ? "$r publishes again, as $e" : "$r publishes $e";
    if (relay.place == Place.MARKED) {
      relay.reset();
    } else {
      relay.place = Place.PUBLISHED;
      relay.entry = place;
    }
    progress(out, text, r, place, next);
  }

  private static void put(Entry entry, Relay relay, int stream) {
    entry.where = Entry.Where.UNREAD;
    entry.job = relay.job;
    entry.attempt = relay.attempt;
    entry.again = relay.again;
    entry.stream = stream;
  }

  private void write(State state, int r, Steps<State> out) {
    State next = state.copy();
    Relay relay = next.relays[r];
    Row row = next.row(relay);
    int job = relay.job;
    if (row.lockedBy != r) {
      relay.reset();
      progress(out, "$r cannot mark: its transaction is over", r, job, next);
      return;
    }
    if (relay.place == Place.PUBLISHED) {
      mark(row, relay, relay.epoch || !holds(Rule.EPOCH_READ_BEFORE_PUBLISHING));
    } else {
      row.markCurrent = relay.epoch || !holds(Rule.EPOCH_READ_BEFORE_ASKING);
    }
    boolean renews = relay.place == Place.FOUND_ALIVE;
    rollBack(next, r);
    progress(out, renews ? "$r renews the mark of $j" : "$r marks $j", r, job, next);
  }

  private static void mark(Row row, Relay relay, boolean current) {
    row.mark = relay.entry;
    row.markStream = relay.stream;
    row.markCurrent = current;
  }

  /** Its lock goes with its transaction. */
  static void rollBack(State next, int r) {
    Relay relay = next.relays[r];
    if (next.row(relay).lockedBy == r) {
      next.row(relay).lockedBy = Row.NOBODY;
    }
    relay.reset();
  }

  // ---- what goes wrong

  private void faults(State state, int r, Steps<State> out) {
    if (state.has(Fault.KILL_RELAY)) {
      State next = spend(state, Fault.KILL_RELAY);
      rollBack(next, r);
      fault(out, "$r is killed", r, 0, next);
    }
    if (state.has(Fault.STOP_RELAY)) {
      State next = spend(state, Fault.STOP_RELAY);
      next.relays[r].stopped = true;
      fault(out, "$r is stopped", r, 0, next);
    }
  }

  private void stopped(State state, int r, Steps<State> out) {
    Relay relay = state.relays[r];
    if (!scenario.has(Scenario.Trait.LOCAL_STREAMS)) {
      State next = state.copy();
      next.relays[r].stopped = false;
      out.step(Kind.WAKE, "$r goes on", r, 0, next);
    }
    if (!relay.isIdle() && state.row(relay).lockedBy == r && holds(Rule.IDLE_LIMIT)) {
      State next = state.copy();
      next.row(relay).lockedBy = Row.NOBODY;
      progress(out, "PostgreSQL ends the transaction of $r, idle for too long", r, 0, next);
    }
  }

  /** Marks and gates of this stream are of an older epoch from now on. */
  static void raiseEpoch(State next, int stream) {
    for (Row row : next.rows) {
      row.markCurrent &= row.markStream != stream;
    }
    for (Relay relay : next.relays) {
      relay.epoch &= relay.stream != stream;
    }
  }
}
