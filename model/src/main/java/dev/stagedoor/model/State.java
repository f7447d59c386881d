package dev.stagedoor.model;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can differ: rows, entries, workers, relays, and how often things may still go
 * wrong. Steps copy it and change the copy; a state that was handed on is never changed.
 */
final class State {
  private static final Property[] PROPERTIES = Property.values();
  private static final Fault[] FAULTS = Fault.values();

  final Row[] rows;
  final Entry[] entries;

  /** The stream as it was before the last write: what a replica has. Empty where none is. */
  final Entry[] replica;

  final Worker[] workers;
  final Relay[] relays;
  final Registration[] streams;
  final Effects effects;
  final int[] left;
  @Nullable Property broken;

  private State(
      Row[] rows,
      Entry[] entries,
      Entry[] replica,
      Worker[] workers,
      Relay[] relays,
      Registration[] streams,
      Effects effects,
      int[] left) {
    this.rows = rows;
    this.entries = entries;
    this.replica = replica;
    this.workers = workers;
    this.relays = relays;
    this.streams = streams;
    this.effects = effects;
    this.left = left;
  }

  /** Nothing enqueued, every process idle, every stream registered. */
  static State empty(Scenario scenario) {
    int replicas = scenario.times(Fault.PROMOTE_REPLICA) > 0 ? scenario.entries() : 0;
    return new State(
        fill(new Row[scenario.jobs().size()], i -> new Row()),
        fill(new Entry[scenario.entries()], i -> new Entry()),
        fill(new Entry[replicas], i -> new Entry()),
        fill(new Worker[scenario.workers()], i -> new Worker()),
        fill(new Relay[scenario.relays()], i -> new Relay()),
        fill(new Registration[scenario.streams()], i -> new Registration()),
        new Effects(),
        IntStream.range(0, FAULTS.length).map(i -> scenario.times(FAULTS[i])).toArray());
  }

  private static <T> T[] fill(T[] array, IntFunction<T> make) {
    Arrays.setAll(array, make);
    return array;
  }

  State copy() {
    State copy =
        new State(
            fill(new Row[rows.length], i -> rows[i].copy()),
            fill(new Entry[entries.length], i -> entries[i].copy()),
            fill(new Entry[replica.length], i -> replica[i].copy()),
            fill(new Worker[workers.length], i -> workers[i].copy()),
            fill(new Relay[relays.length], i -> relays[i].copy()),
            fill(new Registration[streams.length], i -> streams[i].copy()),
            effects.copy(),
            left.clone());
    copy.broken = broken;
    return copy;
  }

  void pass(Bits bits, Scenario scenario) {
    int code = bits.number(broken == null ? 0 : broken.ordinal() + 1, PROPERTIES.length + 1);
    broken = code == 0 ? null : PROPERTIES[code - 1];
    for (int i = 0; i < left.length; i++) {
      if (scenario.times(FAULTS[i]) > 0) {
        left[i] = bits.between(0, left[i], scenario.times(FAULTS[i]));
      }
    }
    for (Row row : rows) {
      row.pass(bits, scenario);
    }
    for (Entry entry : entries) {
      entry.pass(bits, scenario);
    }
    for (Entry entry : replica) {
      entry.pass(bits, scenario);
    }
    for (Worker worker : workers) {
      worker.pass(bits, scenario);
    }
    for (Relay relay : relays) {
      relay.pass(bits, scenario);
    }
    if (scenario.has(Scenario.Trait.LOCAL_STREAMS)) {
      for (Registration stream : streams) {
        stream.pass(bits, scenario);
      }
    } else {
      streams[0].suspect = bits.flag(streams[0].suspect);
    }
    effects.pass(bits, scenario);
  }

  Row row(Worker worker) {
    return rows[worker.job];
  }

  Row row(Relay relay) {
    return rows[relay.job];
  }

  boolean has(Fault fault) {
    return left[fault.ordinal()] > 0;
  }

  /** The first that is broken stays. */
  void breaks(Property property) {
    if (broken == null) {
      broken = property;
    }
  }

  /** Before the stream is written to: what the replica has is one write behind. */
  void writeStream() {
    boolean needed = has(Fault.PROMOTE_REPLICA);
    for (int i = 0; i < replica.length; i++) {
      replica[i] = needed ? entries[i].copy() : new Entry();
    }
  }

  String show() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.length; i++) {
      text.append(Wording.job(i)).append(' ').append(rows[i].show()).append("; ");
    }
    for (int i = 0; i < entries.length; i++) {
      if (entries[i].where != Entry.Where.ABSENT) {
        text.append(Wording.entry(i)).append(' ').append(entries[i].show()).append("; ");
      }
    }
    for (int i = 0; i < workers.length; i++) {
      if (!workers[i].isIdle()) {
        text.append(Wording.worker(i)).append(' ').append(workers[i].show()).append("; ");
      }
    }
    for (int i = 0; i < relays.length; i++) {
      if (!relays[i].isIdle()) {
        text.append(Wording.relay(i)).append(' ').append(relays[i].show()).append("; ");
      }
    }
    return text.append(effects.show()).toString();
  }
}
