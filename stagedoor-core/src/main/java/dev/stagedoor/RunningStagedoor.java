package dev.stagedoor;

import dev.stagedoor.effect.Claims;
import dev.stagedoor.event.Events;
import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.loop.Duty;
import dev.stagedoor.loop.DutyLoop;
import dev.stagedoor.loop.Ids;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.outbox.JdbcOutbox;
import dev.stagedoor.outbox.Nudge;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.outbox.OutboxKit;
import dev.stagedoor.queue.Queues;
import dev.stagedoor.relay.Relay;
import dev.stagedoor.relay.RelaySettings;
import dev.stagedoor.relay.StreamPresence;
import dev.stagedoor.schedule.Recurring;
import dev.stagedoor.schedule.Scheduler;
import dev.stagedoor.schedule.Schedules;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.worker.RunKit;
import dev.stagedoor.worker.Worker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Stagedoor: what it is made of, and in which order its parts start and stop.
 *
 * <p>Starting is a duty, too: what cannot be reached yet is tried again until it is there, and only
 * then do relay and workers start.
 */
final class RunningStagedoor implements Stagedoor {
  private static final Logger LOG = LoggerFactory.getLogger(Stagedoor.class);
  private static final Duration OPEN_AGAIN = Duration.ofSeconds(1);

  private final HealthWatch watch = new HealthWatch(Ticker.SYSTEM);
  private final Configuration configuration;
  private final JobStream stream;
  private final String name;
  private final Bookkeeping bookkeeping;
  private final JobListener events;
  private final OutboxKit kit;
  private final Outbox outbox;
  private final Queues queues;
  private final Schedules schedules;
  private final Opening opening;
  private final StreamPresence presence;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<DutyLoop> loops = new CopyOnWriteArrayList<>();
  private @Nullable DutyLoop starter;
  private @Nullable DutyLoop relayLoop;
  private @Nullable DutyLoop schedulerLoop;
  private volatile @Nullable Relay relay;
  private volatile @Nullable Worker worker;
  private volatile boolean started;
  private volatile boolean closed;
  private volatile @Nullable String away;

  RunningStagedoor(Configuration configuration, JobStream stream) {
    this.configuration = configuration;
    this.stream = stream;
    this.name =
        "p" + ProcessHandle.current().pid() + "-" + Ids.RANDOM.next().toString().substring(0, 8);
    List<JobListener> listeners = new ArrayList<>();
    listeners.add(watch); // first: who hears of an event finds it in health()
    this.bookkeeping = new Bookkeeping(configuration, name, this::trouble);
    listeners.add(bookkeeping.listener());
    listeners.addAll(configuration.listeners());
    listeners.add(new TroubleLog(Ticker.SYSTEM));
    this.events = new Events(listeners);
    this.kit =
        new OutboxKit(
            configuration.transactions(), configuration.codec(), events, new RelayNudge());
    this.outbox = new JdbcOutbox(kit);
    this.queues = new Queues(configuration.transactions());
    this.schedules = new Schedules(kit);
    this.opening = new Opening(configuration, stream);
    this.presence = new StreamPresence(configuration.transactions(), stream, this::supersedeRuns);
  }

  @Override
  public Outbox outbox() {
    return outbox;
  }

  @Override
  public Queues queues() {
    return queues;
  }

  @Override
  public Effects effects() {
    return new DecidedEffects(configuration.transactions(), outbox);
  }

  @Override
  public Schedules schedules() {
    return schedules;
  }

  @Override
  public Health health() {
    return watch.judge(
        notRunning(),
        failing(),
        bookkeeping.failing(),
        opening.accepted(),
        configuration.concurrency());
  }

  private List<String> notRunning() {
    if (closed) {
      return List.of("closed");
    }
    if (!started) {
      return List.of("not started");
    }
    String why = away;
    return why == null ? List.of() : List.of(why);
  }

  private List<DutyLoop.Failing> failing() {
    List<DutyLoop.Failing> failing = new ArrayList<>();
    Relay running = relay;
    if (running != null) {
      running.failing().ifPresent(failing::add);
    }
    Worker works = worker;
    if (works != null) {
      failing.addAll(works.failing());
    }
    loops.forEach(loop -> loop.failing().ifPresent(failing::add));
    return failing;
  }

  @Override
  public Stagedoor start() {
    lock.lock();
    try {
      if (started || closed) {
        throw new IllegalStateException("start() once: build another Stagedoor");
      }
      started = true;
      if (!tryToOpen()) {
        starter = loop("start", this::openAgain, OPEN_AGAIN, OPEN_AGAIN);
      }
      return this;
    } finally {
      lock.unlock();
    }
  }

  /** Whether everything could be reached; says so once if not. */
  private boolean tryToOpen() {
    try {
      opening.open();
    } catch (ConfigurationFault e) {
      away = e.getMessage(); // and that is all that this process ever tells
      throw e;
    } catch (Opening.Away e) {
      LOG.warn("{}; will go on trying", e.getMessage());
      away = e.getMessage();
      return false;
    }
    startParts();
    return true;
  }

  private int openAgain() {
    lock.lock();
    try {
      if (!closed && loops.isEmpty()) {
        opening.open();
        startParts();
        away = null;
        Objects.requireNonNull(starter).stop();
      }
      return 0;
    } catch (Opening.Away stillAway) {
      return 0; // said once, at the start
    } finally {
      lock.unlock();
    }
  }

  private void startParts() {
    loops.add(loop("presence", presence, beat(), beat()));
    bookkeeping.start();
    if (configuration.roles().contains(Role.WORKER)) {
      Worker made = newWorker();
      made.start();
      worker = made;
    }
    if (configuration.roles().contains(Role.RELAY)) {
      Relay made =
          new Relay(
              configuration.transactions(),
              presence,
              configuration.windows(),
              events,
              RelaySettings.STANDARD.named(name));
      relayLoop = DutyLoop.start("stagedoor-relay", made, made.pace(), this::trouble);
      relay = made;
    }
    if (configuration.ticks()) {
      Scheduler made = new Scheduler(kit, configuration.schedules(), name);
      schedulerLoop = DutyLoop.start("stagedoor-scheduler", made, made.pace(), this::trouble);
    }
    LOG.info(
        "Stagedoor {} started: roles {}, stream {}, types {}, schedules {}, concurrency {} a queue,"
            + " reclaim {}",
        name,
        configuration.roles(),
        stream.name(),
        configuration.handlers().stream().map(h -> h.type().name()).toList(),
        configuration.schedules().stream().map(Recurring::name).toList(),
        configuration.concurrency(),
        configuration.windows().reclaim());
  }

  private Duration beat() {
    return configuration.windows().heartbeat();
  }

  private Worker newWorker() {
    Claims claims =
        new Claims(
            configuration.transactions(),
            configuration.windows(),
            configuration.lookups(),
            Ticker.SYSTEM);
    return new Worker(
        name,
        configuration.handlers(),
        new RunKit(kit, claims::effect, Ticker.SYSTEM),
        stream,
        configuration.windows(),
        configuration.concurrency());
  }

  private DutyLoop loop(String part, Duty duty, Duration shortest, Duration longest) {
    return DutyLoop.start("stagedoor-" + part, duty, shortest, longest, this::trouble);
  }

  private void trouble(String where, Throwable cause) {
    events.on(new JobEvent.Trouble(where, cause));
  }

  /** Hints for the relay of this process, if it has one and it runs. */
  private final class RelayNudge implements Nudge {
    @Override
    public void committed() {
      Relay running = relay;
      if (running != null) {
        running.nudge();
      }
    }

    @Override
    public void written() {
      Relay running = relay;
      if (running != null) {
        running.expect();
      }
    }
  }

  private void supersedeRuns() {
    Worker running = worker;
    if (running != null) {
      running.superseded();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
    } finally {
      lock.unlock();
    }
    if (starter != null) {
      starter.close();
    }
    if (schedulerLoop != null) {
      schedulerLoop.close();
    }
    if (relayLoop != null) {
      relayLoop.close(); // before the drain, or it would publish what is handed back to us again
    }
    Worker running = worker;
    if (running != null) {
      running.close();
    }
    bookkeeping.close();
    loops.forEach(DutyLoop::close);
    leaveStream();
    stream.close();
  }

  private void leaveStream() {
    try {
      presence.close();
    } catch (SQLException | RuntimeException e) {
      trouble("leaving stream " + stream.name(), e);
    }
  }
}
