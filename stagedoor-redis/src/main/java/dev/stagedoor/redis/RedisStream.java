package dev.stagedoor.redis;

import dev.stagedoor.loop.Ticker;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamUnavailable;
import dev.stagedoor.stream.Unfit;
import io.lettuce.core.Consumer;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.XReadArgs.StreamOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The stream on a Redis server, 6.2 or newer, through its primary.
 *
 * <p>A stream a queue, one consumer group {@code workers} on each; all keys begin with {@code
 * stagedoor:{installation}:} and are in one slot. What must be one step is a script (see the {@code
 * .lua} files). What it survives:
 *
 * <table>
 * <caption>Faults</caption>
 * <tr><td>Redis away, frozen, or refusing (out of memory, read-only)</td><td>{@link
 * StreamUnavailable} within 500 ms; works again with the first call after Redis does</td></tr>
 * <tr><td>everything wiped, a stream or group deleted</td><td>made anew from the very first entry
 * by whoever comes first; {@link #suspectLoss} tells the relay</td></tr>
 * <tr><td>restart, script cache flushed</td><td>scripts are sent again</td></tr>
 * <tr><td>an answer lost on its way</td><td>published: twice on the stream; read or reclaimed:
 * pending, and reclaimed when idle</td></tr>
 * </table>
 *
 * <p>The hazard that it keeps: an answer that is lost says nothing of what Redis did.
 *
 * <p>Thread-safe. Opens no connection before the first call.
 */
public final class RedisStream implements JobStream {
  /** The first call of a process also loads the client and opens its connection. */
  private static final Duration FIRST_ANSWER = Duration.ofSeconds(5);

  /** The consumer group on every stream. */
  static final String GROUP = "workers";

  private static final Duration HANDSHAKE = Duration.ofSeconds(2);
  private static final Duration ANSWER = Duration.ofMillis(500);
  private static final int MOST_IDS = 500;

  private final Duration answer;
  private final Keys keys;
  private final Connector connector;
  private final Link link;
  private final Readers readers;

  private RedisStream(RedisAddress address, RedisStreamOptions options, Duration answer) {
    this.answer = answer;
    this.keys = new Keys(options.installation());
    this.connector = new Connector(address, options.trust());
    this.link = connector.link();
    this.readers = new Readers(connector);
  }

  /**
   * The installation {@code main} on this server.
   *
   * @param uri {@code redis://[user:password@]host[:port][/database]}, or {@code rediss://} for TLS
   * @throws dev.stagedoor.ConfigurationFault if it is not such an address; whether a server answers
   *     there is not asked
   */
  public static RedisStream at(String uri) {
    return at(uri, RedisStreamOptions.defaults());
  }

  /**
   * As {@link #at(String)}, with another installation id or trust.
   *
   * @throws dev.stagedoor.ConfigurationFault if the address is wrong
   */
  public static RedisStream at(String uri, RedisStreamOptions options) {
    return at(uri, options, ANSWER);
  }

  /**
   * Reads the address as {@link #at(String)} does, and makes nothing of it.
   *
   * @throws dev.stagedoor.ConfigurationFault if it is not such an address
   */
  public static void proveAddress(String uri) {
    RedisAddress.of(uri, "stagedoor", HANDSHAKE);
  }

  /** As above, waiting so long for answers: a test's machine may be busy. */
  static RedisStream at(String uri, RedisStreamOptions options, Duration answer) {
    String name = "stagedoor-" + options.installation();
    RedisAddress address = RedisAddress.of(uri, name, longer(HANDSHAKE, answer));
    return new RedisStream(address, options, answer);
  }

  @Override
  public String name() {
    return "redis:" + keys.installation();
  }

  @Override
  public boolean inProcess() {
    return false;
  }

  @Override
  public void rename() {}

  @Override
  public List<EntryId> publish(List<Publication> batch) {
    Batches batches = Batches.of(keys, batch);
    return batches.ids(runAll(batches.runs()));
  }

  @Override
  public long depth(String queue) {
    return link.call(answer, (redis, deadline) -> deadline.await(redis.xlen(keys.stream(queue))));
  }

  @Override
  public List<Delivery> read(String queue, String consumer, int atMost, Duration block) {
    JobStream.requireRead(atMost, block);
    long begun = Ticker.SYSTEM.nanos();
    for (int tries = 1; tries <= 3; tries++) {
      Duration left = block.minusNanos(Ticker.SYSTEM.nanos() - begun);
      try {
        return readOnce(readers.of(queue, consumer), queue, consumer, atMost, left);
      } catch (StreamUnavailable e) {
        if (!Errors.isNoGroup(e)) {
          throw e;
        }
        run(Script.MAKE_GROUP, keysOf(queue), List.of(queue));
      }
    }
    return List.of(); // lost as often as made: the next read goes on
  }

  @SuppressWarnings("unchecked") // varargs of a generic type
  private List<Delivery> readOnce(
      Link reader, String queue, String consumer, int atMost, Duration block) {
    XReadArgs arguments = new XReadArgs().count(atMost);
    if (block.toMillis() > 0) { // BLOCK 0 would wait for ever
      arguments.block(block.toMillis());
    }
    return reader
        .call(
            longer(connector.address().readTimeout(), answer),
            (redis, deadline) ->
                deadline.await(
                    redis.xreadgroup(
                        Consumer.from(GROUP, consumer),
                        arguments,
                        StreamOffset.lastConsumed(keys.stream(queue)))))
        .stream()
        .map(message -> Replies.firstRead(queue, message))
        .toList();
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  @Override
  public void settle(String queue, Collection<EntryId> entries) {
    runAll(
        parts(entries).stream()
            .map(part -> Scripts.Run.of(Script.SETTLE, List.of(keys.stream(queue)), values(part)))
            .toList());
  }

  @Override
  public Extended extend(String queue, String consumer, Collection<EntryId> entries) {
    Set<EntryId> lost = new HashSet<>();
    Set<EntryId> gone = new HashSet<>();
    for (List<EntryId> part : parts(entries)) {
      List<String> arguments = new ArrayList<>(List.of(queue, consumer));
      arguments.addAll(values(part));
      List<?> reply = (List<?>) run(Script.EXTEND, keysOf(queue), arguments);
      lost.addAll(Replies.answered(1, part, reply));
      gone.addAll(Replies.answered(2, part, reply));
    }
    return new Extended(lost, gone);
  }

  @Override
  public List<Delivery> reclaim(String queue, String consumer, Duration idle, int atMost) {
    List<String> arguments =
        List.of(queue, consumer, Long.toString(idle.toMillis()), Integer.toString(atMost));
    return Replies.reclaimed(queue, (List<?>) run(Script.RECLAIM, keysOf(queue), arguments));
  }

  @Override
  public Set<EntryId> alive(String queue, Collection<EntryId> entries) {
    Set<EntryId> alive = new HashSet<>();
    for (List<EntryId> part : parts(entries)) {
      Object reply = run(Script.ALIVE, List.of(keys.stream(queue)), values(part));
      alive.addAll(Replies.answered(1, part, (List<?>) reply));
    }
    return alive;
  }

  @Override
  public int dropIdleConsumers(String queue, Duration idle) {
    return dropConsumers(queue, idle, "");
  }

  @Override
  public void leave(String queue, String consumer) {
    readers.leave(queue, consumer);
    dropConsumers(queue, Duration.ZERO, consumer);
  }

  private int dropConsumers(String queue, Duration idle, String consumer) {
    List<String> arguments = List.of(Long.toString(idle.toMillis()), consumer);
    Long dropped = (Long) run(Script.DROP_CONSUMERS, List.of(keys.stream(queue)), arguments);
    return dropped.intValue();
  }

  @Override
  public Optional<String> suspectLoss(long epoch, Map<String, EntryId> newestMarks) {
    return link.call(
        answer, (redis, deadline) -> new LossSigns(keys).find(redis, deadline, epoch, newestMarks));
  }

  @Override
  public void beginEpoch(long epoch) {
    link.call(
        answer,
        (redis, deadline) -> {
          new LossSigns(keys).begin(redis, deadline, epoch);
          return epoch;
        });
  }

  @Override
  public List<Unfit> unfit() {
    Fitness fitness = new Fitness(connector.address());
    try {
      String info =
          link.call(
              longer(FIRST_ANSWER, answer), (redis, deadline) -> deadline.await(redis.info()));
      return fitness.faults(ServerInfo.of(info));
    } catch (StreamUnavailable e) {
      if (Errors.isNoAccess(e)) {
        return List.of(fitness.refused(e));
      }
      throw e;
    }
  }

  /**
   * Deletes all keys of this installation and nothing else: a loss on purpose, on a server that
   * others use too. What others publish meanwhile may stay.
   */
  public void wipeOwnKeys() {
    ScanArgs ours = ScanArgs.Builder.matches(keys.prefix() + "*").limit(1_000);
    KeyScanCursor<String> found =
        link.call(answer, (redis, deadline) -> deadline.await(redis.scan(ours)));
    delete(found.getKeys());
    while (!found.isFinished()) {
      KeyScanCursor<String> from = found;
      found = link.call(answer, (redis, deadline) -> deadline.await(redis.scan(from, ours)));
      delete(found.getKeys());
    }
  }

  private void delete(List<String> names) {
    if (!names.isEmpty()) {
      link.call(
          answer, (redis, deadline) -> deadline.await(redis.unlink(names.toArray(String[]::new))));
    }
  }

  @Override
  public void close() {
    link.end();
    readers.end();
    connector.close();
  }

  private List<String> keysOf(String queue) {
    return List.of(keys.stream(queue), keys.born());
  }

  private Object run(Script script, List<String> names, List<String> arguments) {
    return runAll(List.of(Scripts.Run.of(script, names, arguments))).get(0);
  }

  private List<Object> runAll(List<Scripts.Run> runs) {
    return runs.isEmpty()
        ? List.of()
        : link.call(answer, (redis, deadline) -> Scripts.run(redis, deadline, runs));
  }

  private static List<List<EntryId>> parts(Collection<EntryId> entries) {
    List<EntryId> all = List.copyOf(entries);
    List<List<EntryId>> parts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += MOST_IDS) {
      parts.add(all.subList(from, Math.min(all.size(), from + MOST_IDS)));
    }
    return parts;
  }

  private static List<String> values(List<EntryId> ids) {
    return ids.stream().map(EntryId::value).toList();
  }
}
