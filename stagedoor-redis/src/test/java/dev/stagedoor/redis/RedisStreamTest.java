package dev.stagedoor.redis;

import static dev.stagedoor.redis.Mail.QUEUE;
import static dev.stagedoor.redis.Mail.publication;
import static dev.stagedoor.redis.Mail.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamEntry;
import dev.stagedoor.stream.StreamUnavailable;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What only this stream promises; the rest is in the contract. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisStreamTest {
  private static final Duration PATIENT = Duration.ofSeconds(20);
  private static final RedisStreamOptions OPTIONS = RedisStreamOptions.defaults();

  private final RedisServer server = RedisServer.start();
  private final RedisStream stream = RedisStream.at(server.redisUrl(), OPTIONS, PATIENT);
  private final RedisUnderTest test = new RedisUnderTest(server, OPTIONS);
  private final RedisCommands<String, byte[]> redis = test.commands();

  @BeforeEach
  void wipe() {
    redis.flushall();
  }

  @AfterEach
  void mend() {
    redis.configSet("maxmemory", "0");
    redis.replicaofNoOne();
  }

  @AfterAll
  void stop() {
    stream.close();
    test.close();
    server.close();
  }

  private List<Delivery> read(String consumer) {
    return stream.read(QUEUE, consumer, 1_000, Duration.ZERO);
  }

  @Test
  void scriptsThatRedisForgotAreSentAgain() {
    redis.scriptFlush();
    List<EntryId> published = publish(stream, 250);
    assertThat(published).as("three runs, none of them known").isSorted();
    assertThat(read("a")).hasSize(250);

    redis.scriptFlush();
    assertThat(stream.extend(QUEUE, "a", published).lost()).isEmpty();
    redis.scriptFlush();
    assertThat(stream.alive(QUEUE, published)).hasSize(250);
    redis.scriptFlush();
    stream.settle(QUEUE, published);
    redis.scriptFlush();
    assertThat(stream.reclaim(QUEUE, "b", Duration.ZERO, 10)).isEmpty();
    redis.scriptFlush();
    assertThat(stream.suspectLoss(1, Map.of())).isPresent();
    redis.scriptFlush();
    assertThat(stream.dropIdleConsumers(QUEUE, Duration.ZERO)).isPositive();
    redis.flushall();
    redis.scriptFlush();
    assertThat(read("a")).isEmpty();
  }

  @Test
  void allKeysCarryTheInstallationAsTheirHashTag() {
    publish(stream, 1);
    stream.beginEpoch(1);
    read("a");

    assertThat(redis.keys("*"))
        .containsExactlyInAnyOrder(
            "stagedoor:{main}:queue:mail", "stagedoor:{main}:born", "stagedoor:{main}:epoch");
    assertThat(redis.keys("*").stream().map(SlotHash::getSlot).distinct()).hasSize(1);
  }

  @Test
  void installationsOnOneServerKnowNothingOfEachOther() {
    try (RedisStream other =
        RedisStream.at(server.redisUrl(), OPTIONS.installation("eu-2"), PATIENT)) {
      publish(stream, 2);
      List<EntryId> others = publish(other, 3);
      redis.set("somebody", new byte[] {1});

      stream.wipeOwnKeys();

      assertThat(stream.name()).isEqualTo("redis:main");
      assertThat(other.name()).isEqualTo("redis:eu-2");
      assertThat(stream.depth(QUEUE)).isZero();
      assertThat(other.alive(QUEUE, others)).hasSize(3);
      assertThat(redis.get("somebody")).isNotNull();
    }
  }

  @Test
  void wipingOwnKeysFindsThemAmongManyOthers() {
    Map<String, byte[]> others = new HashMap<>();
    for (int n = 0; n < 5_000; n++) {
      others.put("other:" + n, new byte[0]);
    }
    redis.mset(others);
    stream.beginEpoch(1);
    publish(stream, 1);

    stream.wipeOwnKeys();

    assertThat(redis.keys("stagedoor*")).isEmpty();
    assertThat(redis.dbsize()).isEqualTo(5_000);
  }

  @Test
  void C37_outOfMemoryRefusesPublishingWholeAndNothingElse() {
    EntryId orphan = publish(stream, 1).get(0);
    read("a");
    redis.configSet("maxmemory", "1");

    assertThatThrownBy(() -> stream.publish(List.of(publication(1, orphan), publication(2, null))))
        .isInstanceOf(StreamUnavailable.class)
        .hasMessageContaining("OOM");
    assertThatThrownBy(() -> publish(stream, 250)).isInstanceOf(StreamUnavailable.class);

    assertThat(stream.depth(QUEUE)).isEqualTo(1);
    assertThat(stream.alive(QUEUE, List.of(orphan))).as("not deleted first").hasSize(1);
    assertThat(stream.extend(QUEUE, "a", List.of(orphan)))
        .isEqualTo(new Extended(Set.of(), Set.of()));
    stream.settle(QUEUE, List.of(orphan));
    assertThat(stream.depth(QUEUE)).isZero();

    redis.configSet("maxmemory", "0");
    assertThat(publish(stream, 250)).hasSize(250);
  }

  @Test
  void C37_aReplicaRefusesEveryWriteAndSettlesNothing() {
    List<EntryId> published = publish(stream, 2);
    read("a");
    redis.replicaof("127.0.0.1", 1); // nobody answers there

    assertThatThrownBy(() -> publish(stream, 1))
        .isInstanceOf(StreamUnavailable.class)
        .hasMessageContaining("READONLY");
    assertThatThrownBy(() -> stream.settle(QUEUE, published)).isInstanceOf(StreamUnavailable.class);
    assertThatThrownBy(() -> read("a")).isInstanceOf(StreamUnavailable.class);

    redis.replicaofNoOne();
    assertThat(stream.depth(QUEUE)).isEqualTo(2);
    assertThat(publish(stream, 1)).hasSize(1);
    stream.settle(QUEUE, published);
    assertThat(stream.depth(QUEUE)).isEqualTo(1);
  }

  @Test
  void aFailoverIsSuspect() {
    stream.beginEpoch(1);
    assertThat(stream.suspectLoss(1, Map.of())).isEmpty();

    redis.replicaof("127.0.0.1", 1);
    redis.replicaofNoOne(); // promoted: a replication id of its own

    assertThat(stream.suspectLoss(1, Map.of())).get().asString().contains("master_replid");
  }

  @Test
  void anExtendLeavesTheDeliveryCountAlone() {
    EntryId entry = publish(stream, 1).get(0);
    read("a");

    stream.extend(QUEUE, "a", List.of(entry));
    stream.extend(QUEUE, "a", List.of(entry));

    assertThat(
            redis
                .xpending(
                    "stagedoor:{main}:queue:mail",
                    RedisStream.GROUP,
                    Range.unbounded(),
                    Limit.from(1))
                .get(0)
                .getRedeliveryCount())
        .isEqualTo(1);
  }

  @Test
  void aStreamOfAnotherKindIsRefusedWithItsName() {
    redis.set("stagedoor:{main}:queue:mail", new byte[] {1});

    assertThatThrownBy(() -> publish(stream, 1))
        .isInstanceOf(StreamUnavailable.class)
        .hasMessageContaining("WRONGTYPE");
  }

  @Test
  void largePayloadsArePublishedInSeveralRuns() {
    String large = "x".repeat(64 * 1024);
    List<EntryId> published =
        stream.publish(
            IntStream.range(0, 40)
                .mapToObj(n -> publication(n, null))
                .map(p -> new Publication(withPayload(p.entry(), large), null))
                .toList());

    assertThat(published).hasSize(40).isSorted();
    assertThat(read("a"))
        .allSatisfy(
            delivery ->
                assertThat(delivery.entry()).extracting(StreamEntry::payload).isEqualTo(large));
  }

  private static StreamEntry withPayload(StreamEntry entry, String payload) {
    return new StreamEntry(
        entry.jobId(), QUEUE, entry.type(), 1, 0, false, payload, null, null, null);
  }
}
