package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.launch.SandboxProcess;
import dev.stagedoor.boxoffice.launch.Servers;
import dev.stagedoor.boxoffice.naive.Without;
import dev.stagedoor.cli.ServerOptions;
import dev.stagedoor.embedded.ServerShutdown;
import dev.stagedoor.redis.RedisStream;
import dev.stagedoor.redis.RedisStreamOptions;
import java.io.IOException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Everything that runs for a demo, from the servers to the workers; ends with it. */
final class Stage implements AutoCloseable {
  private final Servers servers;
  private final SandboxProcess sandbox;
  private final SandboxProcess payrail;
  private final RedisStream stream;
  private final DataSource database;
  private final Crew crew;

  private Stage(
      Servers servers,
      SandboxProcess sandbox,
      SandboxProcess payrail,
      RedisStream stream,
      Crew crew) {
    this.servers = servers;
    this.sandbox = sandbox;
    this.payrail = payrail;
    this.stream = stream;
    this.database = database(servers);
    this.crew = crew;
  }

  /**
   * Starts everything; the crew is not ready yet.
   *
   * @param name of this demo and no other on these servers: {@code [a-z0-9-]+}
   */
  static Stage start(
      ServerOptions options, String name, DemoOptions demo, Workplace place, Board board)
      throws IOException, SQLException {
    Servers servers = Servers.of(options);
    SandboxProcess sandbox = SandboxProcess.mail(place.logs().resolve("sandbox.log"));
    SandboxProcess payrail = SandboxProcess.payrail(place.logs().resolve("payrail.log"));
    RedisStream stream = servers.stream(RedisStreamOptions.defaults().installation(name));
    servers.migrate();
    Without without = demo.without();
    Surroundings surroundings =
        new Surroundings(
            servers.jdbcUrl(),
            servers.redisUrl(),
            name,
            sandbox.uri().toString(),
            payrail.uri().toString(),
            place.store().toString(),
            demo.windowsDividedBy(),
            without == null ? null : without.word());
    Crew crew = Crew.start(surroundings, board, place.logs());
    ServerShutdown.beforeServersStop(
        () -> {
          crew.close();
          place.remove(); // Ctrl-C: nobody wants to look
        });
    return new Stage(servers, sandbox, payrail, stream, crew);
  }

  private static DataSource database(Servers servers) {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(servers.jdbcUrl());
    return database;
  }

  Crew crew() {
    return crew;
  }

  SandboxProcess sandbox() {
    return sandbox;
  }

  SandboxProcess payrail() {
    return payrail;
  }

  DataSource database() {
    return database;
  }

  /** Everything in Redis, where it is ours alone; otherwise what this demo has put there. */
  void wipeRedis() {
    if (servers.embeddedRedis() != null) {
      servers.embeddedRedis().flushAll();
    } else {
      stream.wipeOwnKeys();
    }
  }

  /** Entries that are not settled. */
  long depth() {
    long depth = 0;
    for (JobKind kind : JobKind.values()) {
      depth += stream.depth(kind.queue());
    }
    return depth;
  }

  @Override
  public void close() {
    crew.close();
    sandbox.close();
    payrail.close();
    if (servers.embeddedRedis() == null) {
      stream.wipeOwnKeys();
    }
    stream.close();
    servers.close();
  }
}
