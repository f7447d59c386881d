package dev.stagedoor.worker;

import dev.stagedoor.event.JobEvent.Why;
import dev.stagedoor.loop.Duty;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Extends everything in hand, started or not, also during the drain. A run whose entry went to
 * another worker is told and interrupted; if the whole stream was lost it goes on, since nobody
 * owns its entry and its twin is absorbed.
 *
 * <p>Stepped at a quarter of its period: a beat that fails is tried again at the next step, so a
 * blip does not cost a healthy run its entry.
 */
final class Heartbeat implements Duty {
  private final Map<String, InHand> hands;
  private final JobStream stream;
  private final String worker;
  private final long periodNanos;
  private final Ticker ticker;
  private long last;

  Heartbeat(
      Map<String, InHand> hands, JobStream stream, String worker, Duration period, Ticker ticker) {
    this.hands = Map.copyOf(hands);
    this.stream = stream;
    this.worker = worker;
    this.periodNanos = period.toNanos();
    this.ticker = ticker;
    this.last = ticker.nanos();
  }

  @Override
  public int runOnce() {
    long now = ticker.nanos();
    if (now - last < periodNanos) {
      return 0;
    }
    hands.forEach(this::beat);
    last = now;
    return 0;
  }

  private void beat(String queue, InHand hand) {
    List<Held> extended = hand.all().stream().filter(Held::isExtended).toList();
    if (extended.isEmpty()) {
      return;
    }
    List<EntryId> ids = extended.stream().map(Held::entryId).toList();
    Extended answer = stream.extend(queue, worker, ids);
    tell(extended, answer.lost());
  }

  private static void tell(List<Held> extended, Set<EntryId> lost) {
    for (Held held : extended) {
      if (lost.contains(held.entryId())) {
        held.lose();
        ActiveRun<?> run = held.run();
        if (run != null) {
          run.interrupt(Why.SUPERSEDED);
        }
      }
    }
  }
}
