package dev.stagedoor.relay;

import dev.stagedoor.event.JobEvent;
import dev.stagedoor.event.JobListener;
import dev.stagedoor.job.Windows;
import dev.stagedoor.loop.Duty;
import dev.stagedoor.loop.DutyLoop;
import dev.stagedoor.loop.Pace;
import dev.stagedoor.loop.Ticker;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.tx.SqlStates;
import dev.stagedoor.tx.Transactions;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moves due rows from the outbox to the stream: lock, publish, then mark, in one transaction. Any
 * number of relays may run on one database.
 *
 * <p>The outbox is the truth and the stream may lose everything at any time, so each mark says
 * where, when and under which epoch its row was published, and a mark that may be wrong is asked
 * about. What it survives:
 *
 * <pre>
 * [1] dies before it publishes          the locks go with it; the row is due as before
 * [2] dies between publish and mark     the row is due as before: a second entry, one outbox id
 * [3] publishing fails, or takes longer rolled back; the row is due as before, and what lies on the
 *     than the time-out                 stream of it is a second entry
 * [4] stopped while rows are locked     PostgreSQL ends the transaction after 5 s, as [2]
 * [5] the commit of the mark is lost    as [2]
 * [6] the stream loses the entry        suspicion raises the epoch; the mark is of an older one:
 *                                       due, ask first; not alive, so published again, flagged
 * [7] as [6], between publish and mark  the mark carries the epoch read before publishing, which is
 *                                       the older one: as [6]
 * [8] as [6], between ask and renewal   the renewed mark carries the epoch read before asking: as [6]
 * [9] a repairer dies                   what it held is in doubt as before; any relay goes on
 * [10] a loss that nothing points at    the sweep asks about marks written long ago
 * [11] a process stream dies            its registration ends with the reclaim time; its rows are
 *                                       due for everybody, flagged
 * </pre>
 *
 * <p>The hazard that it keeps: [2], [3] and [5] put two entries of one job on the stream, which
 * look alike until one of them is redelivered. Marking first would lose the job until the sweep
 * instead. The techniques make the second run harmless; nothing here can.
 *
 * <p>A row that commits more than a second after it was due is found by a full scan, once a second;
 * so is the first row of a queue that this relay has never met. {@link #nudge} and {@link #expect}
 * are thread-safe; {@link #runOnce} belongs to one thread.
 */
public final class Relay implements Duty {
  private static final long WHOLE_EVERY = Duration.ofSeconds(1).toNanos();
  private static final int AGAIN_IN_SILENCE = 5;

  private final StreamPresence presence;
  private final JobListener events;
  private final RelaySettings settings;
  private final Ticker ticker;
  private final Pace pace;
  private final Watch watch;
  private final Publishing publishing;
  private boolean wholeNext = true;
  private boolean watchNext;
  private long wholeAt;
  private boolean troubled;
  private long troubledAt;
  private int inVain;
  private volatile DutyLoop.@Nullable Failing failing;

  /**
   * @param presence registers the stream that this relay publishes on; whoever builds both steps it
   *     each heartbeat
   */
  public Relay(
      Transactions transactions,
      StreamPresence presence,
      Windows windows,
      JobListener events,
      RelaySettings settings) {
    this(transactions, presence, windows, events, settings, Ticker.SYSTEM);
  }

  Relay(
      Transactions transactions,
      StreamPresence presence,
      Windows windows,
      JobListener events,
      RelaySettings settings,
      Ticker ticker) {
    this.presence = presence;
    this.events = events;
    this.settings = settings;
    this.ticker = ticker;
    this.pace = new Pace(settings.pollShortest(), settings.pollLongest(), ticker);
    JobStream stream = presence.stream();
    Publisher publisher = new Publisher(stream, events, settings);
    Limits limits = new Limits();
    this.watch =
        new Watch(
            transactions,
            presence,
            windows,
            ticker,
            new Repair(transactions, publisher, limits, settings, windows),
            new Epoch(transactions, stream, events));
    this.publishing =
        new Publishing(transactions, publisher, new KnownQueues(ticker), limits, pace, settings);
  }

  /** The pace that its {@link dev.stagedoor.loop.DutyLoop} keeps. */
  public Pace pace() {
    return pace;
  }

  /** Rows have committed: look now. */
  public void nudge() {
    pace.wake();
  }

  /** Rows may commit at any moment, unseen by us: look often for a while. */
  public void expect() {
    pace.expect();
  }

  /**
   * One round: what is due in all queues, at most a batch, and once a second the rest. Trouble is
   * told as an event; the next rounds do nothing until the longest poll is over.
   *
   * @return rows published or judged
   */
  @Override
  public int runOnce() throws InterruptedException {
    long now = ticker.nanos();
    if (troubled && now - troubledAt < settings.pollLongest().toNanos()) {
      return 0;
    }
    troubled = false;
    boolean whole = wholeNext || now - wholeAt >= WHOLE_EVERY;
    wholeAt = whole ? now : wholeAt;
    wholeNext = false;
    int before = inVain;
    int done = registered() ? round(whole) : 0;
    if (inVain == before) {
      inVain = 0; // only a round without any: its parts fail for reasons of their own
      failing = troubled ? failing : null;
    }
    return done;
  }

  private int round(boolean whole) throws InterruptedException {
    int judged = 0;
    if (whole) {
      part("relay, looking for queues", publishing::find);
    }
    if (whole || watchNext) {
      judged = part("relay, judging marks", watch::runOnce);
      watchNext = judged > 0;
    }
    return judged + part("relay, publishing", () -> publishing.runOnce(whole));
  }

  private boolean registered() throws InterruptedException {
    part(
        "relay, registering its stream",
        () -> {
          presence.ensure();
          return 0;
        });
    return !troubled;
  }

  private int part(String name, Duty duty) throws InterruptedException {
    try {
      return duty.runOnce();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      trouble(name, e);
      return 0;
    }
  }

  /** Empty if its last round came through: it tells its troubles itself, and never throws them. */
  public Optional<DutyLoop.Failing> failing() {
    return Optional.ofNullable(failing);
  }

  private void trouble(String name, Exception cause) {
    DutyLoop.Failing before = failing;
    failing =
        new DutyLoop.Failing(name, before == null ? Ticker.SYSTEM.nanos() : before.since(), cause);
    wholeNext = true;
    if (SqlStates.tryAgain(cause) && ++inVain <= AGAIN_IN_SILENCE) {
      pace.within(settings.pollShortest());
      return;
    }
    troubled = true;
    troubledAt = ticker.nanos();
    events.on(new JobEvent.Trouble(name, cause));
  }
}
