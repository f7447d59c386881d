package dev.stagedoor.relay;

import dev.stagedoor.stream.JobStream;
import java.util.HashMap;
import java.util.Map;

/**
 * How many entries each queue may get before {@code ahead} lie in the stream. The stream is asked
 * only when the last answer may be used up: what workers settle since only makes more room.
 */
final class Room {
  private final JobStream stream;
  private final RelaySettings settings;
  private final Map<String, Known> known = new HashMap<>();

  private record Known(int room, int taken) {}

  Room(JobStream stream, RelaySettings settings) {
    this.stream = stream;
    this.settings = settings;
  }

  /** At most a batch; 0 for a full queue. */
  int of(String queue) {
    Known last = known.get(queue);
    if (last == null
        || last.taken >= settings.batch()
        || last.room - last.taken < settings.batch()) {
      last = new Known(ask(queue), 0);
      known.put(queue, last);
    }
    return Math.min(settings.batch(), last.room - last.taken);
  }

  private int ask(String queue) {
    return (int) Math.max(0, settings.ahead() - stream.depth(queue));
  }

  /** Counted when tried: what an exception left on the stream is not known. */
  void taken(String queue, int entries) {
    known.computeIfPresent(queue, (q, last) -> new Known(last.room, last.taken + entries));
  }

  void forget(String queue) {
    known.remove(queue);
  }
}
