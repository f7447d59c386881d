package dev.stagedoor.stream;

import dev.stagedoor.loop.Ids;
import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A stream in the memory of this process: no server, the lowest latency. Its entries die with the
 * process; the outbox publishes them again, as it does for every stream that loses something.
 *
 * <p>Two of them know nothing of each other. A name belongs to one instance and is never used
 * again. Memory is bounded by what the relay keeps ahead. Thread-safe, by one lock.
 */
public final class LocalStream implements JobStream {
  private final Ticker ticker;
  private final Ids ids;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, LocalQueue> queues = new HashMap<>();
  private String name;
  private EntryId last = new EntryId("0-0");
  private long published;
  private @Nullable Long epoch;
  private boolean closed;

  private LocalStream(Ticker ticker, Ids ids) {
    this.ticker = ticker;
    this.ids = ids;
    this.name = newName();
  }

  /** A new, empty stream. */
  public static LocalStream inThisProcess() {
    return inThisProcess(Ticker.SYSTEM, Ids.RANDOM);
  }

  /** A new, empty stream whose idle times follow this ticker and whose names these ids. */
  public static LocalStream inThisProcess(Ticker ticker, Ids ids) {
    return new LocalStream(ticker, ids);
  }

  private String newName() {
    return "local:" + ids.next();
  }

  /**
   * Loses every entry and all that is known of epochs, as a crash would, but goes on under the same
   * name. Entry ids are not used again.
   */
  public void wipe() {
    locked(
        () -> {
          queues.values().forEach(LocalQueue::lose);
          epoch = null;
          return true;
        });
  }

  @Override
  public String name() {
    lock.lock(); // also of a closed stream
    try {
      return name;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean inProcess() {
    return true;
  }

  @Override
  public void rename() {
    locked(
        () -> {
          wipe();
          name = newName();
          return true;
        });
  }

  @Override
  public List<EntryId> publish(List<Publication> batch) {
    return locked(() -> batch.stream().map(this::publish).toList());
  }

  private EntryId publish(Publication publication) {
    LocalQueue queue = made(publication.entry().queue());
    last = new EntryId("0-" + ++published);
    queue.add(last, publication);
    queue.arrived.signal(); // a reader that leaves entries behind passes it on
    return last;
  }

  @Override
  public long depth(String queue) {
    return locked(() -> queue(queue).depth());
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    JobStream.requireRead(atMost, block);
    return locked(
        () -> {
          awaitEntry(queue(queue), block.toNanos());
          LocalQueue made = made(queue);
          List<Delivery> deliveries = made.read(consumer, atMost, ticker.nanos());
          if (made.hasUnread()) {
            made.arrived.signal();
          }
          return deliveries;
        });
  }

  private void awaitEntry(LocalQueue queue, long block) {
    long left = block;
    try {
      while (!queue.hasUnread() && left > 0 && !closed) {
        left = queue.arrived.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    requireOpen();
  }

  @Override
  public void settle(String queue, Collection<EntryId> entries) {
    locked(
        () -> {
          entries.forEach(queue(queue)::settle);
          return true;
        });
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    return locked(() -> queue(queue).extend(consumer, entries, ticker.nanos()));
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    return locked(() -> made(queue).reclaim(consumer, idle.toNanos(), atMost, ticker.nanos()));
  }

  @Override
  public Set<EntryId> alive(String queue, Collection<EntryId> entries) {
    return locked(() -> entries.stream().filter(queue(queue)::isAlive).collect(Collectors.toSet()));
  }

  @Override
  public int dropIdleConsumers(String queue, Duration idle) {
    return locked(() -> queue(queue).dropIdleConsumers(idle.toNanos(), ticker.nanos()));
  }

  @Override
  public void leave(String queue, String consumer) {
    locked(
        () -> {
          queue(queue).leave(consumer);
          return true;
        });
  }

  @Override
  public Optional<String> suspectLoss(long asked, Map<String, EntryId> newestMarks) {
    return locked(
        () -> {
          if (epoch == null) {
            return Optional.of("the stream knows no epoch");
          }
          if (epoch != asked) {
            return Optional.of("the stream is in epoch " + epoch + ", not " + asked);
          }
          return first(newestMarks, this::suspectQueue);
        });
  }

  private static Optional<String> first(
      Map<String, EntryId> marks, Function<Map.Entry<String, EntryId>, Optional<String>> suspect) {
    return marks.entrySet().stream().map(suspect).flatMap(Optional::stream).findFirst();
  }

  private Optional<String> suspectQueue(Map.Entry<String, EntryId> mark) {
    if (!queue(mark.getKey()).hasSeen(mark.getValue()) || last.compareTo(mark.getValue()) < 0) {
      return Optional.of(
          "queue " + mark.getKey() + " does not know entry " + mark.getValue() + " any more");
    }
    return Optional.empty();
  }

  @Override
  public void beginEpoch(long begun) {
    locked(
        () -> {
          epoch = begun;
          return true;
        });
  }

  /** Nothing: there is no server that could be set wrongly. */
  @Override
  public List<Unfit> unfit() {
    return List.of();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      queues.values().forEach(queue -> queue.arrived.signalAll());
    } finally {
      lock.unlock();
    }
  }

  private LocalQueue queue(String name) {
    return queues.computeIfAbsent(name, n -> new LocalQueue(lock.newCondition()));
  }

  private LocalQueue made(String name) {
    LocalQueue queue = queue(name);
    queue.make(last);
    return queue;
  }

  /** One command under the lock. */
  private interface Command<T> {
    T run();
  }

  private <T> T locked(Command<T> command) {
    lock.lock();
    try {
      requireOpen();
      return command.run();
    } finally {
      lock.unlock();
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new StreamUnavailable("the stream is closed", null);
    }
  }
}
