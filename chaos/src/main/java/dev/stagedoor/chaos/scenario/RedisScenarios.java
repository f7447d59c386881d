package dev.stagedoor.chaos.scenario;

import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.chaos.work.Work;
import dev.stagedoor.embedded.RedisServer;
import java.net.InetSocketAddress;
import java.util.List;

/** A Redis that forgets, refuses and comes back. */
final class RedisScenarios {
  private static final String GROUP = "workers";

  static final List<Scenario> ALL =
      List.of(
          Scenario.of(
              "redis-flushed",
              "FLUSHALL",
              Needs.STANDARD.withTwins(),
              field -> wipes(field, field.redis()::flushAll)),
          Scenario.of(
              "redis-restarted-empty",
              "Redis restarts without its data",
              Needs.STANDARD.withTwins(),
              field -> wipes(field, () -> field.redis().restart(false))),
          Scenario.of(
              "redis-crashed",
              "Redis is killed, and starts from its append-only file",
              Needs.STANDARD.withTwins(),
              RedisScenarios::crash),
          Scenario.of(
              "redis-restarted-old",
              "Redis is killed, and starts from an append-only file of some time ago",
              Needs.STANDARD.withTwins(),
              field -> wipes(field, new OldFile(field.redis())::restart)),
          Scenario.of(
              "group-destroyed",
              "XGROUP DESTROY",
              Needs.STANDARD.withTwins(),
              field -> wipes(field, () -> command(field, "XGROUP", "DESTROY", key(field), GROUP))),
          Scenario.of(
              "stream-deleted",
              "DEL of the stream",
              Needs.STANDARD.withTwins(),
              field -> wipes(field, () -> command(field, "DEL", key(field)))),
          Scenario.of(
              "consumer-deleted",
              "XGROUP DELCONSUMER of a worker that has entries, and is killed",
              Needs.STANDARD.withTwins().work(Work.LONG),
              RedisScenarios::deleteConsumer),
          Scenario.of(
              "redis-out-of-memory",
              "Redis refuses to store anything",
              Needs.STANDARD.withTwins(),
              RedisScenarios::fill),
          Scenario.of(
              "redis-read-only",
              "Redis is a replica of nobody, and refuses to write",
              Needs.STANDARD.withTwins(),
              RedisScenarios::readOnly),
          Scenario.of(
              "replica-promoted",
              "a replica that is behind takes the place of its primary",
              Needs.STANDARD.onWires().withTwins(),
              RedisScenarios::promote));

  private RedisScenarios() {}

  private static void wipes(Field field, Runnable how) throws Exception {
    while (field.goesOn()) {
      field.pause(200, 1_500);
      field.wipe(how);
    }
  }

  private static void crash(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(300, 1_500);
      RedisServer redis = field.redis();
      field.restart(
          () -> {
            redis.crash();
            redis.startAgain();
          });
    }
  }

  private static void deleteConsumer(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(300, 1_000);
      Child worker = field.anyReady(field.crew()::workers);
      for (String consumer : worker.consumers()) {
        command(field, "XGROUP", "DELCONSUMER", key(field), GROUP, consumer);
      }
      field.crew().kill(worker);
    }
  }

  private static void fill(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(300, 1_000);
      command(field, "CONFIG", "SET", "maxmemory", "1");
      field.pause(500, 3_000);
      field.restart(() -> command(field, "CONFIG", "SET", "maxmemory", "0"));
    }
  }

  /** Port 9 of the loopback interface: nobody is there. */
  private static void readOnly(Field field) throws Exception {
    while (field.goesOn()) {
      field.pause(300, 1_000);
      command(field, "REPLICAOF", "127.0.0.1", "9");
      field.pause(500, 3_000);
      field.restart(() -> command(field, "REPLICAOF", "NO", "ONE"));
    }
  }

  /** The address stays, as with a proxy that follows Sentinel; what is behind it is another one. */
  private static void promote(Field field) throws Exception {
    try (RedisServer other = RedisServer.start(field.needs().redis())) {
      RedisServer primary = field.redis();
      RedisServer replica = other;
      while (field.goesOn()) {
        replica.command("REPLICAOF", "127.0.0.1", Integer.toString(primary.port()));
        field.pause(500, 1_500);
        RedisServer promoted = replica;
        promoted.command("REPLICAOF", "NO", "ONE"); // from here on it misses what is written
        field.pause(50, 500);
        field.wipe(() -> field.wires().redis().redirect(loopback(promoted)));
        replica = primary;
        primary = promoted;
      }
      field.wires().redis().redirect(loopback(field.redis()));
      field.redis().command("REPLICAOF", "NO", "ONE");
    }
  }

  private static InetSocketAddress loopback(RedisServer server) {
    return new InetSocketAddress("127.0.0.1", server.port());
  }

  private static void command(Field field, String... words) {
    field.redis().command(words);
  }

  private static String key(Field field) {
    return "stagedoor:{" + field.crew().setting().installation() + "}:queue:default";
  }
}
