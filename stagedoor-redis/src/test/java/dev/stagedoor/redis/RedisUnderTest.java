package dev.stagedoor.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.testkit.contract.Damage;
import io.lettuce.core.Consumer;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.XReadArgs.StreamOffset;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a test does to a server behind the stream's back. */
final class RedisUnderTest implements Damage, AutoCloseable {
  private final Keys keys;
  private final Connector connector;
  private final RedisCommands<String, byte[]> commands;

  RedisUnderTest(RedisServer server, RedisStreamOptions options) {
    this.keys = new Keys(options.installation());
    this.connector =
        new Connector(
            RedisAddress.of(server.redisUrl(), "test", Duration.ofSeconds(20)), options.trust());
    this.commands = connector.connect().join().sync();
  }

  RedisCommands<String, byte[]> commands() {
    return commands;
  }

  @Override
  public void close() {
    connector.close();
  }

  /** Ages every entry that is pending: no test waits, and a slow machine ages none. */
  void passIdle(Duration idle) {
    commands.eval(
        """
        for _, stream in ipairs(redis.call('KEYS', '%s*')) do
          for _, each in ipairs(redis.call('XPENDING', stream, '%s', '-', '+', 10000)) do
            redis.call('XCLAIM', stream, '%s', each[2], 0, each[1], 'IDLE', each[3] + %d, 'JUSTID')
          end
        end
        """
            .formatted(keys.stream(""), RedisStream.GROUP, RedisStream.GROUP, idle.toMillis()),
        ScriptOutputType.STATUS);
  }

  /** Waits by the server's clock: how long a consumer has done nothing cannot be set. */
  Duration passConsumerIdle() {
    Duration idle = Duration.ofMillis(50);
    long until = millis() + idle.toMillis() + 1;
    while (millis() < until) {
      Thread.onSpinWait();
    }
    return idle;
  }

  private long millis() {
    List<byte[]> secondsAndMicros = commands.time();
    return Long.parseLong(new String(secondsAndMicros.get(0), UTF_8)) * 1000
        + Long.parseLong(new String(secondsAndMicros.get(1), UTF_8)) / 1000;
  }

  String stream(String queue) {
    return keys.stream(queue);
  }

  boolean hasGroup(String queue) {
    return commands.exists(stream(queue)) == 1 && !commands.xinfoGroups(stream(queue)).isEmpty();
  }

  @Override
  public void deleteConsumer(String queue, String consumer) {
    commands.xgroupDelconsumer(stream(queue), Consumer.from(RedisStream.GROUP, consumer));
  }

  @Override
  public void trim(String queue) {
    commands.xtrim(stream(queue), 0);
  }

  @Override
  public void acknowledgeOnly(String queue, EntryId entry) {
    commands.xack(stream(queue), RedisStream.GROUP, entry.value());
  }

  @Override
  public void setBack(String queue) {
    commands.xgroupSetid(StreamOffset.from(stream(queue), "0"), RedisStream.GROUP);
  }

  @Override
  public void deleteGroup(String queue) {
    commands.xgroupDestroy(stream(queue), RedisStream.GROUP);
  }

  @Override
  public void deleteStream(String queue) {
    commands.del(stream(queue));
  }

  @Override
  public long pending(String queue) {
    return commands.xpending(stream(queue), RedisStream.GROUP).getCount();
  }

  @Override
  public EntryId publishWith(String queue, Map<Field, byte[]> changed) {
    Map<String, byte[]> fields = new LinkedHashMap<>();
    fields.put(EntryFields.JOB_ID, "01900000-0000-7000-8000-000000000001".getBytes(UTF_8));
    fields.put(EntryFields.TYPE, "send_tickets".getBytes(UTF_8));
    fields.put(EntryFields.ATTEMPT, "1".getBytes(UTF_8));
    fields.put(EntryFields.PAYLOAD, "{}".getBytes(UTF_8));
    changed.forEach((field, bytes) -> fields.put(letter(field), bytes));
    return new EntryId(commands.xadd(stream(queue), fields));
  }

  private static String letter(Field field) {
    return switch (field) {
      case JOB_ID -> EntryFields.JOB_ID;
      case TYPE -> EntryFields.TYPE;
      case ATTEMPT -> EntryFields.ATTEMPT;
      case PAYLOAD -> EntryFields.PAYLOAD;
    };
  }

  @Override
  public EntryId publishForeign(String queue) {
    return new EntryId(commands.xadd(stream(queue), Map.of("somebody", "else".getBytes(UTF_8))));
  }
}
