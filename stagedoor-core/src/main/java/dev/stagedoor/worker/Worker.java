package dev.stagedoor.worker;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobEvent.Why;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.Windows;
import dev.stagedoor.loop.Duty;
import dev.stagedoor.loop.DutyLoop;
import dev.stagedoor.loop.Threads;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.outbox.Ending;
import dev.stagedoor.outbox.Finished;
import dev.stagedoor.outbox.JobRows;
import dev.stagedoor.outbox.Nudge;
import dev.stagedoor.queue.Queues;
import dev.stagedoor.stream.JobStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The workers of one process: for each queue a reader, a reclaimer and a fixed number of slots that
 * call handlers; for all of them one heartbeat, one watchdog, one writer of outcomes.
 *
 * <p>What it survives, whatever instruction it dies at:
 *
 * <pre>
 * dies                                        then
 * after reading, before the handler           entry idle, reclaimed, run
 * in the handler                              entry reclaimed, run again; its effects are absorbed
 * after the handler, before completion        the same: the work is done, the row still stands
 * after completion, before settling           entry reclaimed; counting the run finds no row; settled
 * frozen past the reclaim time, then wakes    a twin has a higher run: its failure is fenced, its
 *                                             done is believed, its interrupt ends it first
 * </pre>
 *
 * <p>The hazard it keeps: a handler whose work is not idempotent does it twice. Nothing here can
 * help that; the four techniques do.
 */
public final class Worker implements AutoCloseable {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration WRITE_AGAIN = Duration.ofMillis(100);
  private static final Duration TRY_AGAIN = Duration.ofMillis(500);
  private static final Duration FLUSH_LIMIT = Duration.ofSeconds(5);
  private static final Duration LOOK_AT_QUEUES = Duration.ofMillis(500);
  private static final long SLOT_WAIT_MILLIS = 200;

  private final String name;
  private final JobStream stream;
  private final Windows windows;
  private final JobListener events;
  private final Ticker ticker;
  private final int concurrency;
  private final int ahead;
  private final Map<String, InHand> hands = new HashMap<>();
  private final Map<String, BlockingQueue<Held>> waiting = new HashMap<>();
  private final Holder holder = new Hands();
  private final QueueWatch queues;
  private final Watchdog watchdog;
  private final Outcomes outcomes;
  private final Runner runner;
  private final Nudge nudge;
  private final List<DutyLoop> bringing = new CopyOnWriteArrayList<>();
  private final List<DutyLoop> keeping = new CopyOnWriteArrayList<>();
  private final ExecutorService slots = Threads.perTask("stagedoor-run");
  private volatile boolean closing;

  /**
   * @param name unique to this start of this process; also the consumer's name in the stream
   * @param concurrency runs at once a queue
   */
  public Worker(
      String name,
      List<Registered<?>> registered,
      RunKit kit,
      JobStream stream,
      Windows windows,
      int concurrency) {
    this.name = name;
    this.stream = stream;
    this.windows = windows;
    this.events = kit.events();
    this.ticker = kit.ticker();
    this.concurrency = concurrency;
    Map<String, Registered<?>> handlers = new HashMap<>();
    this.ahead = registered.stream().mapToInt(Registered::atMost).reduce(concurrency, Math::max);
    for (Registered<?> each : registered) {
      each.names().forEach(type -> handlers.put(type, each));
      hands.computeIfAbsent(each.type().queue(), q -> new InHand(2 * ahead));
      waiting.computeIfAbsent(each.type().queue(), q -> new LinkedBlockingQueue<>());
    }
    JobRows rows = new JobRows(kit.transactions());
    queues = new QueueWatch(new Queues(kit.transactions()), this::handBackWaiting);
    watchdog = new Watchdog(events);
    nudge = kit.outbox().nudge();
    outcomes = new Outcomes(rows, new Finished(kit.transactions()), stream, events, holder);
    Gate gate = new Gate(Math.max(1, concurrency * hands.size()));
    runner =
        new Runner(
            handlers,
            kit,
            rows,
            stream,
            windows,
            name,
            gate,
            watchdog,
            outcomes,
            this::startsNoMore);
  }

  /** What this worker holds, of all queues. */
  private final class Hands implements Holder {
    @Override
    public boolean holds(Held held) {
      InHand hand = hands.get(held.queue());
      return hand != null && hand.holds(held);
    }

    @Override
    public void letGo(Held held) {
      InHand hand = hands.get(held.queue());
      if (hand != null) {
        hand.remove(held);
      }
      if (queues.isLimited(held.queue())) {
        nudge.committed(); // an ended job makes room for another
      }
    }
  }

  private boolean startsNoMore(String queue) {
    return closing || queues.isPaused(queue);
  }

  /** Starts reading. */
  public void start() {
    DutyLoop writer = loop("outcomes", outcomes, SHORTEST, WRITE_AGAIN);
    outcomes.onOffer(writer::wake);
    keeping.add(writer);
    Duration beat = windows.heartbeat();
    Duration step = atLeastMilli(beat.dividedBy(4));
    keeping.add(loop("heartbeat", new Heartbeat(hands, stream, name, beat, ticker), step, step));
    lookAtQueues();
    keeping.add(loop("queues", queues, LOOK_AT_QUEUES, LOOK_AT_QUEUES));
    hands.keySet().forEach(this::bring);
  }

  /** Before anything is read, so that a process which starts begins nothing in a paused queue. */
  private void lookAtQueues() {
    try {
      queues.runOnce();
    } catch (SQLException | RuntimeException e) {
      events.on(new JobEvent.Trouble("queues", e)); // the loop asks again
    }
  }

  private void bring(String queue) {
    BlockingQueue<Held> line = queue(queue);
    QueueReader reader =
        new QueueReader(queue, name, stream, hand(queue), line, windows.reclaim(), events);
    Duration look = atLeastMilli(min(windows.reclaim().dividedBy(4), Duration.ofSeconds(1)));
    bringing.add(
        loop("read-" + queue, unlessPaused(queue, reader.reading(ahead)), SHORTEST, TRY_AGAIN));
    bringing.add(
        loop("reclaim-" + queue, unlessPaused(queue, reader.reclaiming(ahead)), look, look));
    for (int i = 0; i < concurrency; i++) {
      slots.execute(() -> slot(line));
    }
  }

  private Duty unlessPaused(String queue, Duty duty) {
    return () -> queues.isPaused(queue) ? 0 : duty.runOnce();
  }

  private DutyLoop loop(String part, Duty duty, Duration shortest, Duration longest) {
    return DutyLoop.start(
        "stagedoor-" + part,
        duty,
        shortest,
        longest,
        (where, cause) -> events.on(new JobEvent.Trouble(where, cause)));
  }

  private InHand hand(String queue) {
    return Objects.requireNonNull(hands.get(queue));
  }

  private BlockingQueue<Held> queue(String queue) {
    return Objects.requireNonNull(waiting.get(queue));
  }

  private void slot(BlockingQueue<Held> line) {
    while (!closing) {
      try {
        Held held = line.poll(SLOT_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        if (held != null) {
          run(withOthers(held, line));
        }
      } catch (InterruptedException e) {
        // closing, or a stray one, left by what a handler has called: the slot goes on
      }
    }
  }

  /** As many as wait and may be run together with it: nothing is waited for. */
  private List<Held> withOthers(Held first, BlockingQueue<Held> line) {
    int most = runner.togetherWith(first);
    Map<JobId, Held> all = new LinkedHashMap<>();
    all.put(first.entry().jobId(), first);
    if (most > 1) {
      for (Held next : line) {
        if (all.size() < most
            && Runner.isAlike(first, next)
            && !all.containsKey(next.entry().jobId())
            && line.remove(next)) { // or another slot has taken it
          all.put(next.entry().jobId(), next);
        }
      }
    }
    return List.copyOf(all.values());
  }

  /** A slot never dies; an entry whose run could not be begun is left to be reclaimed. */
  private void run(List<Held> all) {
    try {
      if (all.size() == 1) {
        runner.run(all.get(0));
      } else {
        runner.runTogether(all);
      }
    } catch (Throwable t) {
      all.forEach(holder::letGo);
      events.on(new JobEvent.Trouble("beginning a run in queue " + all.get(0).queue(), t));
    }
  }

  /** Its loops whose last step did not come through. */
  public List<DutyLoop.Failing> failing() {
    return Stream.concat(bringing.stream(), keeping.stream())
        .map(DutyLoop::failing)
        .flatMap(Optional::stream)
        .toList();
  }

  /** Tells every run that its job may be with another process: the stream gave us up. */
  public void superseded() {
    for (Held held : allHeld()) {
      held.lose();
      ActiveRun<?> run = held.run();
      if (run != null) {
        run.interrupt(Why.SUPERSEDED);
      }
    }
  }

  private List<Held> allHeld() {
    List<Held> all = new ArrayList<>();
    hands.values().forEach(hand -> all.addAll(hand.all()));
    return all;
  }

  /**
   * Stops in this order: reading; then what was not started is handed back; then runs are waited
   * for, with heartbeats, as long as the drain lasts; then what still runs is interrupted and
   * handed back; then outcomes are stored and entries settled; heartbeats end last.
   */
  @Override
  public void close() {
    closing = true;
    // A reader waits up to a second for an entry. In this process an interrupt ends that and loses
    // nothing; on its way from a server an entry would be lost until it is reclaimed.
    bringing.forEach(stream.inProcess() ? DutyLoop::interrupt : DutyLoop::stop);
    handBackWaiting();
    bringing.forEach(DutyLoop::close);
    handBackWaiting();
    awaitOutcomes(windows.drain());
    interruptRest();
    awaitOutcomes(FLUSH_LIMIT);
    keeping.forEach(DutyLoop::close);
    slots.shutdownNow();
    watchdog.close();
    hands.keySet().forEach(this::leave);
  }

  private void handBackWaiting() {
    waiting.keySet().forEach(this::handBackWaiting);
  }

  private void handBackWaiting(String queue) {
    Held held;
    while (waiting.containsKey(queue) && (held = queue(queue).poll()) != null) {
      outcomes.offer(
          new Outcome.Ends(
              held, held.ref(0, name), Ending.handedBack(), windows.retry(), Duration.ZERO, true));
    }
  }

  private void interruptRest() {
    for (Held held : allHeld()) {
      ActiveRun<?> run = held.run();
      if (run != null) {
        runner.endings().interrupt(run, Why.SHUTDOWN);
      }
    }
  }

  /**
   * Until nothing is in hand; an outcome that cannot be written leaves its entry to be reclaimed.
   */
  private void awaitOutcomes(Duration limit) {
    long end = ticker.nanos() + limit.toNanos();
    try {
      while (!isIdle() && ticker.nanos() < end) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the caller wants to end at once: entries are reclaimed
    }
  }

  private boolean isIdle() {
    return outcomes.isEmpty() && hands.values().stream().allMatch(InHand::isEmpty);
  }

  private void leave(String queue) {
    try {
      stream.leave(queue, name);
    } catch (RuntimeException e) {
      events.on(new JobEvent.Trouble("leaving queue " + queue, e));
    }
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private static Duration atLeastMilli(Duration d) {
    return d.compareTo(SHORTEST) < 0 ? SHORTEST : d;
  }
}
