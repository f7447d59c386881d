package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.Pool;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.redis.RedisStream;
import dev.stagedoor.redis.RedisStreamOptions;
import dev.stagedoor.stream.JobStream;
import tools.jackson.databind.node.ObjectNode;

/** The relay of the demo, in a process of its own so that it can be killed by itself. */
final class RelayProcess {
  private static final int CONNECTIONS = 4;

  private RelayProcess() {}

  public static void main(String[] args) {
    ProcessLife.live(RelayProcess::start);
  }

  private static ObjectNode start(Surroundings surroundings, ProcessLife life) {
    Stagedoor relay =
        Stagedoor.builder(Pool.open(surroundings.jdbcUrl(), "demo-relay", CONNECTIONS)).stream(
                stream(surroundings, life))
            .roles(Role.RELAY)
            .windows(surroundings.windows())
            .listener(life.witness())
            .migrate(false)
            .build();
    relay.start();
    return Voice.event(Line.READY);
  }

  static JobStream stream(Surroundings surroundings, ProcessLife life) {
    RedisStreamOptions options =
        RedisStreamOptions.defaults().installation(surroundings.installation());
    return new WatchedStream(
        RedisStream.at(surroundings.redis(), options), life.requests(), life.voice());
  }
}
