package dev.stagedoor.stream;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The one port between relay and workers: a stream for each queue, one consumer group on each,
 * pending entries owned by consumers. It may lose everything at any time; nothing here is needed to
 * recover, and no implementation has to be durable.
 *
 * <p>All methods are thread-safe, answer within 500 ms or throw {@link StreamUnavailable} ({@link
 * #read} apart, which waits as long as it is told, and {@link #unfit}, which may take 5 s). Idle
 * time is the stream's own clock. The group is created, from the very first entry on, whenever it
 * is missing.
 *
 * <p>Each implementation passes {@code JobStreamContract}.
 */
public interface JobStream extends AutoCloseable {
  /** The longest that a read may wait: a closing worker waits for its reader. */
  Duration LONGEST_BLOCK = Duration.ofSeconds(1);

  /**
   * The name that marks are written under: a Redis installation's id, or a random one for a stream
   * that lives in one process.
   */
  String name();

  /**
   * Whether the entries die with this process. If so, the name must never be used by another
   * process, and {@link #rename} gives a new one.
   */
  boolean inProcess();

  /**
   * For a stream in this process whose registration has expired: forget everything and go on under
   * a new name, since others may have published its rows again. A shared stream does nothing.
   */
  void rename();

  /**
   * Publishes each queue's entries in this order; the ids come back in the order of the batch.
   * Entries of several queues may be mixed. Not atomic: after an exception any number of them may
   * be on the stream.
   */
  List<EntryId> publish(List<Publication> batch);

  /**
   * Entries of this queue that are not settled yet. Those that nobody will read are among them
   * until {@link #reclaim} comes by.
   */
  long depth(String queue);

  /**
   * Reads entries that nobody has read, as pending for this consumer; waits at most {@code block}
   * ({@link #LONGEST_BLOCK} at most) for the first. One thread per consumer. An interrupt ends the
   * wait and leaves the thread's flag set; {@link StreamUnavailable} is thrown where an answer may
   * have been under way.
   */
  List<Delivery> read(String queue, String consumer, int atMost, Duration block);

  /**
   * What {@link #read} may be asked.
   *
   * @throws IllegalArgumentException if it may not
   */
  static void requireRead(int atMost, Duration block) {
    if (atMost < 1) {
      throw new IllegalArgumentException("read at most " + atMost + " entries: ask for at least 1");
    }
    if (block.isNegative() || block.compareTo(LONGEST_BLOCK) > 0) {
      throw new IllegalArgumentException("read waits " + block + ": use 0 to " + LONGEST_BLOCK);
    }
  }

  /** Acknowledges and deletes, one atomic step; entries that are gone are passed over. */
  void settle(String queue, Collection<EntryId> entries);

  /**
   * Sets the idle time of entries to zero, only of those that are pending for this consumer; the
   * answer says which are not, and why.
   */
  Extended extend(String queue, String consumer, Collection<EntryId> entries);

  /**
   * Takes over entries that have been pending for {@code idle}; each goes to one caller only. The
   * delivery names the previous consumer, which may be the asking one: its own entry, too, was left
   * alone for so long. Entries whose data is gone are dropped from the pending list and not
   * returned. Entries that nobody will read are deleted once nothing before them is pending.
   */
  List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost);

  /**
   * Which of these will still reach a worker: pending for somebody, or after the group's last
   * delivered id, and its data still there. An entry that merely exists is not alive: nobody will
   * ever read it.
   */
  Set<EntryId> alive(String queue, Collection<EntryId> entries);

  /**
   * Deletes consumers that have had nothing pending and did nothing for {@code idle}; never one
   * that has an entry, since that would drop it from the pending list. Returns how many.
   */
  int dropIdleConsumers(String queue, Duration idle);

  /** Deletes this consumer, if nothing is pending for it. */
  void leave(String queue, String consumer);

  /**
   * Why entries published under this epoch may be lost; empty if nothing says so. Suspicion is
   * cheap: it only makes the relay ask.
   *
   * @param newestMarks for each queue with marks of this epoch, the newest entry id among them;
   *     marks of older epochs are doubted already, and would be suspect for ever
   */
  Optional<String> suspectLoss(long epoch, Map<String, EntryId> newestMarks);

  /** Remembers, in the stream, that this epoch has begun and what the server looks like now. */
  void beginEpoch(long epoch);

  /**
   * What makes this stream unfit, each with the mend. Empty if fit.
   *
   * @throws StreamUnavailable if the server cannot be asked at all
   */
  List<Unfit> unfit();

  /** Ends blocked reads; every later call throws {@link StreamUnavailable}. Idempotent. */
  @Override
  void close();
}
