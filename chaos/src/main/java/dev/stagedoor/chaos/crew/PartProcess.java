package dev.stagedoor.chaos.crew;

import dev.stagedoor.Role;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.Pool;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.process.Voice;
import dev.stagedoor.chaos.broken.Broken;
import dev.stagedoor.chaos.work.CompletesFirst;
import dev.stagedoor.chaos.work.Handlers;
import dev.stagedoor.chaos.work.ProviderClient;
import dev.stagedoor.redis.RedisStream;
import dev.stagedoor.redis.RedisStreamOptions;
import dev.stagedoor.stream.JobStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.sql.DataSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * One process: a relay, a worker, or both. It reads its setting from standard input, starts, says
 * so, and obeys. SIGTERM closes it as a deployment does; it ends at once when its standard input
 * does.
 */
final class PartProcess {
  private static final int CONNECTIONS = 12;
  private static final int CONCURRENCY = 8;

  private final Voice voice = Voice.takingStandardOutput();
  private final Trap trap = new Trap(voice);
  private final CutOff cutOff = new CutOff();

  private PartProcess() {}

  public static void main(String[] args) {
    try {
      new PartProcess().live();
      Runtime.getRuntime().halt(0);
    } catch (Exception e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private void live() throws IOException {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      String first = in.readLine();
      if (first == null) {
        return;
      }
      Stagedoor stagedoor = start(Setting.read(first));
      Runtime.getRuntime().addShutdownHook(new Thread(stagedoor::close, "close"));
      voice.say(Voice.event(Voice.READY));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        obey(Json.readObject(line.getBytes(StandardCharsets.UTF_8)));
      }
    }
  }

  private void obey(ObjectNode line) {
    switch (line.path(Says.WORD).asString("")) {
      case Says.TRAP ->
          trap.set(Boundary.valueOf(line.path("at").asString()), line.path("passage").intValue());
      case Says.CUT_OFF -> cutOff.begin();
      default -> {}
    }
  }

  private Stagedoor start(Setting setting) {
    Broken broken = setting.broken() == null ? Broken.NOTHING : setting.broken();
    DataSource database = broken.around(Pool.open(setting.jdbcUrl(), "chaos", CONNECTIONS));
    Stagedoor.Builder builder =
        Stagedoor.builder(database).stream(
                new TrappedStream(broken.around(stream(setting)), trap, cutOff))
            .roles(setting.roles().toArray(Role[]::new))
            .windows(setting.windows())
            .concurrency(CONCURRENCY)
            .listener(new Teller(voice, trap))
            .migrate(false);
    if (setting.roles().contains(Role.WORKER)) {
      register(setting, builder, database);
    }
    return builder.build().start();
  }

  private void register(Setting setting, Stagedoor.Builder builder, DataSource database) {
    Handlers handlers =
        new Handlers(
            provider(setting),
            Duration.ofMillis(setting.keysLiveMillis()),
            setting.windows().reclaim(),
            () -> cutOff.lasts(setting.windows().reclaim().multipliedBy(2)));
    if (setting.broken() == Broken.COMPLETION_BEFORE_EFFECT) {
      handlers.register(builder, new CompletesFirst(database));
    } else if (setting.partial()) {
      handlers.registerSome(builder);
    } else {
      handlers.register(builder);
    }
  }

  private static JobStream stream(Setting setting) {
    return RedisStream.at(
        setting.redisUrl(), RedisStreamOptions.defaults().installation(setting.installation()));
  }

  private ProviderClient provider(Setting setting) {
    Duration timeout = setting.windows().sendTimeout().multipliedBy(9).dividedBy(10);
    return new ProviderClient(setting.provider(), timeout, () -> trap.pass(Boundary.SENT));
  }
}
