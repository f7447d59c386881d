package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.cli.PostgresUrl;
import dev.stagedoor.cli.ServerOptions;
import dev.stagedoor.embedded.Durability;
import dev.stagedoor.embedded.PostgresServer;
import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL and Redis: embedded and of this process, or given. What is given is never stopped,
 * restarted or flushed.
 *
 * @param embedded null where Redis was given
 */
record Servers(
    String jdbcUrl,
    String redisUrl,
    @Nullable PostgresServer embeddedPostgres,
    @Nullable RedisServer embeddedRedis)
    implements AutoCloseable {

  /** Starts what is not given, durable, both at the same time. */
  static Servers of(ServerOptions options) {
    PostgresUrl postgres = options.postgres().orElse(null);
    String redis = options.redis().orElse(null);
    if (postgres != null) {
      postgres.requireReachable();
    }
    CompletableFuture<@Nullable PostgresServer> ownPostgres =
        inBackground(
            () -> postgres == null ? PostgresServer.start(Durability.DURABLE) : null);
    CompletableFuture<@Nullable RedisServer> ownRedis =
        inBackground(
            () -> redis == null ? RedisServer.start(RedisOptions.inMemory().appendOnly()) : null);
    try {
      return of(postgres, redis, ownPostgres.join(), ownRedis.join());
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException fault ? fault : e;
    }
  }

  private static Servers of(
      @Nullable PostgresUrl postgres,
      @Nullable String redis,
      @Nullable PostgresServer ownPostgres,
      @Nullable RedisServer ownRedis) {
    String jdbcUrl = postgres != null ? withLogin(postgres) : own(ownPostgres).jdbcUrl();
    String redisUrl = redis != null ? redis : own(ownRedis).redisUrl();
    return new Servers(jdbcUrl, redisUrl, ownPostgres, ownRedis);
  }

  private static <T> T own(@Nullable T server) {
    if (server == null) {
      throw new IllegalStateException("neither given nor started");
    }
    return server;
  }

  private static <T> CompletableFuture<T> inBackground(Supplier<T> start) {
    return CompletableFuture.supplyAsync(start, work -> new Thread(work, "start-server").start());
  }

  /** As the driver reads it: parameters, encoded as in a form. */
  static String withLogin(PostgresUrl postgres) {
    String password = postgres.password();
    String login =
        "user="
            + URLEncoder.encode(postgres.user(), StandardCharsets.UTF_8)
            + (password == null
                ? ""
                : "&password=" + URLEncoder.encode(password, StandardCharsets.UTF_8));
    return postgres.jdbcUrl() + (postgres.jdbcUrl().contains("?") ? "&" : "?") + login;
  }

  /** Ends what was started here. */
  @Override
  public void close() {
    if (embeddedRedis != null) {
      embeddedRedis.close();
    }
    if (embeddedPostgres != null) {
      embeddedPostgres.close();
    }
  }
}
