package dev.stagedoor.testkit;

import dev.stagedoor.effect.Claims;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.event.Events;
import dev.stagedoor.job.JacksonCodec;
import dev.stagedoor.job.Windows;
import dev.stagedoor.loop.Ids;
import dev.stagedoor.outbox.JdbcOutbox;
import dev.stagedoor.outbox.Nudge;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.outbox.OutboxKit;
import dev.stagedoor.relay.Relay;
import dev.stagedoor.relay.RelaySettings;
import dev.stagedoor.relay.StreamPresence;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.stream.StreamEntry;
import dev.stagedoor.testkit.world.DatabaseClock;
import dev.stagedoor.tx.JdbcTransactions;
import dev.stagedoor.tx.Transactions;
import dev.stagedoor.worker.OneRun;
import dev.stagedoor.worker.Registered;
import dev.stagedoor.worker.RunKit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The relay, the stream and the worker of one test, stepped on the calling thread. Not thread-safe.
 */
final class DueJobs {
  static final String WORKER = "test";
  private static final Logger LOG = LoggerFactory.getLogger(TestStagedoor.class);
  private static final Windows WINDOWS = Windows.STANDARD;
  static final int MOST_RUNS = 10_000;
  private static final int MOST_PAUSES = 300;
  private static final long PAUSE = Duration.ofMillis(10).toNanos();

  private final DatabaseClock clock;
  private final LocalStream stream;
  private final RunLog log = new RunLog();
  private final Transactions transactions;
  private final OutboxKit kit;
  private final StreamPresence presence;
  private final Outbox outbox;
  private int pauses;

  DueJobs(DataSource database, DatabaseClock clock) {
    this.clock = clock;
    this.stream = LocalStream.inThisProcess(clock.ticker(), Ids.RANDOM);
    this.transactions = new JdbcTransactions(database, log);
    this.kit =
        new OutboxKit(transactions, JacksonCodec.STANDARD, new Events(List.of(log)), Nudge.NONE);
    this.presence = new StreamPresence(transactions, stream, () -> {});
    this.outbox = new JdbcOutbox(kit);
  }

  Outbox outbox() {
    return outbox;
  }

  LocalStream stream() {
    return stream;
  }

  RunLog log() {
    return log;
  }

  /**
   * All that is due, and all that becomes so by it.
   *
   * @param most runs, after which there seems to be no end
   */
  List<Ran> run(List<Registered<?>> handlers, Map<EffectType, Lookup> lookups, int most)
      throws Exception {
    presence.runOnce(); // as its heartbeat would, however far the time was moved
    Claims claims = new Claims(transactions, WINDOWS, lookups, clock.ticker());
    RunKit runs = new RunKit(kit, claims::effect, clock.ticker());
    List<Ran> ran = new ArrayList<>();
    OneRun one = new OneRun(WORKER, handlers, runs, stream, WINDOWS, this::pause);
    int done;
    do {
      done = publish() + deliver(one, handlers, ran, most);
      log.refuseTroubles();
    } while (done > 0);
    return List.copyOf(ran);
  }

  /** A new relay each time: an old one looks at rows that are long due once a second only. */
  private int publish() throws InterruptedException {
    return new Relay(
            transactions, presence, WINDOWS, kit.events(), RelaySettings.STANDARD.named(WORKER))
        .runOnce();
  }

  private int deliver(OneRun one, List<Registered<?>> handlers, List<Ran> ran, int most)
      throws Exception {
    int before = ran.size();
    for (String queue : handlers.stream().map(h -> h.type().queue()).distinct().toList()) {
      List<Delivery> next;
      while (!(next = next(queue)).isEmpty()) {
        for (Delivery delivery : next) {
          ran.add(run(one, queue, delivery));
          requireEnd(ran, most);
        }
      }
    }
    return ran.size() - before;
  }

  private List<Delivery> next(String queue) {
    List<Delivery> left = stream.reclaim(queue, WORKER, WINDOWS.reclaim(), 1);
    return left.isEmpty() ? stream.read(queue, WORKER, 1, Duration.ZERO) : left;
  }

  private Ran run(OneRun one, String queue, Delivery delivery) throws Exception {
    StreamEntry entry = delivery.entry();
    if (entry == null) {
      throw new AssertionError("entry " + delivery.entryId() + " holds no readable job id");
    }
    pauses = 0;
    one.run(queue, delivery);
    Ran ran = log.ended(entry.jobId(), entry.type());
    if (ran.cause() != null) {
      LOG.info("{}", ran, ran.cause());
    }
    return ran;
  }

  /**
   * The job's row is locked, perhaps by a transaction that this very thread has left open: that
   * would never end.
   */
  private void pause() {
    if (++pauses > MOST_PAUSES) {
      throw new AssertionError(
          "the outcome of a job cannot be written: its row is locked; commit or roll back the"
              + " transaction that holds it, then runDue()");
    }
    LockSupport.parkNanos(this, PAUSE);
  }

  private static void requireEnd(List<Ran> ran, int most) {
    if (ran.size() >= most) {
      throw new AssertionError(
          "runDue() does not come to an end: "
              + most
              + " runs, the last of type \""
              + ran.get(ran.size() - 1).type()
              + "\"; does a job enqueue itself, due at once?");
    }
  }
}
