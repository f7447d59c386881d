package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.boxoffice.schema.BoxOfficeSchema;
import dev.stagedoor.cli.BadUse;
import dev.stagedoor.cli.PostgresUrl;
import dev.stagedoor.cli.ServerOptions;
import dev.stagedoor.embedded.Durability;
import dev.stagedoor.embedded.PostgresServer;
import dev.stagedoor.embedded.RedisOptions;
import dev.stagedoor.embedded.RedisServer;
import dev.stagedoor.event.Events;
import dev.stagedoor.redis.RedisStream;
import dev.stagedoor.redis.RedisStreamOptions;
import dev.stagedoor.schema.Migrations;
import dev.stagedoor.stream.StreamUnavailable;
import dev.stagedoor.stream.Unfit;
import dev.stagedoor.tx.JdbcTransactions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * PostgreSQL and Redis: embedded and of this process, or given. What is given is never stopped,
 * restarted or flushed.
 *
 * @param jdbcUrl with user and password
 * @param embeddedPostgres null where PostgreSQL was given
 * @param embeddedRedis null where Redis was given
 */
public record Servers(
    String jdbcUrl,
    String redisUrl,
    @Nullable PostgresServer embeddedPostgres,
    @Nullable RedisServer embeddedRedis)
    implements AutoCloseable {
  private static final int CHECKS = 2; // of two seconds each: a person waits
  private static final int CHECKS_OF_OURS = 100;

  /** Looks at what is given first; then starts the rest, durable, both at the same time. */
  public static Servers of(ServerOptions options) {
    PostgresUrl postgres = options.postgres().orElse(null);
    String redis = options.redis().orElse(null);
    if (postgres != null) {
      postgres.requireReachable();
    }
    if (redis != null) {
      try (RedisStream stream = RedisStream.at(redis)) {
        requireFit(stream, CHECKS);
      }
    }
    CompletableFuture<Optional<PostgresServer>> ownPostgres =
        inBackground(postgres == null, () -> PostgresServer.start(Durability.DURABLE));
    CompletableFuture<Optional<RedisServer>> ownRedis =
        inBackground(redis == null, () -> RedisServer.start(RedisOptions.inMemory().appendOnly()));
    try {
      return of(postgres, redis, ownPostgres.join().orElse(null), ownRedis.join().orElse(null));
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

  private static <T> CompletableFuture<Optional<T>> inBackground(
      boolean wanted, Supplier<T> start) {
    return CompletableFuture.supplyAsync(
        () -> wanted ? Optional.of(start.get()) : Optional.empty(),
        work -> new Thread(work, "start-server").start());
  }

  /**
   * A stream on this Redis, looked at once.
   *
   * @throws BadUse if the server is unfit, naming why and the mend
   * @throws StreamUnavailable if it cannot be reached
   */
  public RedisStream stream(RedisStreamOptions options) {
    RedisStream stream = RedisStream.at(redisUrl, options);
    requireFit(stream, embeddedRedis == null ? CHECKS : CHECKS_OF_OURS);
    return stream;
  }

  private static void requireFit(RedisStream stream, int checks) {
    List<Unfit> unfit = unfit(stream, checks);
    if (!unfit.isEmpty()) {
      throw new BadUse(unfit.stream().map(Unfit::message).collect(Collectors.joining("; ")));
    }
  }

  /** A busy machine may need a moment for the first answer; a missing server says so at once. */
  private static List<Unfit> unfit(RedisStream stream, int checks) {
    try {
      return stream.unfit();
    } catch (StreamUnavailable e) {
      if (checks == 1) {
        throw e;
      }
      return unfit(stream, checks - 1);
    }
  }

  /**
   * Looks at the replica, if reports are read on one.
   *
   * @throws BadUse if it is none of our PostgreSQL, or cannot be reached
   */
  void require(Reporting reporting) throws SQLException {
    if (reporting.replica() != null) {
      ReplicaOption.require(reporting.replica(), database());
    }
  }

  private PGSimpleDataSource database() {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(jdbcUrl);
    return database;
  }

  /**
   * Brings Stagedoor's tables and the box office's to this version.
   *
   * @throws BadUse if the box office's are newer
   */
  public void migrate() throws SQLException {
    PGSimpleDataSource database = database();
    Migrations.migrate(new JdbcTransactions(database, Events.none()));
    try {
      BoxOfficeSchema.migrate(database);
    } catch (IllegalStateException newer) {
      throw new BadUse(String.valueOf(newer.getMessage()), newer);
    }
  }

  /** Whether all of it was started here: for this machine, and as long as we run. */
  public boolean embedded() {
    return embeddedPostgres != null && embeddedRedis != null;
  }

  /** For a person; without passwords. */
  public String postgresAddress() {
    String where = jdbcUrl.replaceFirst("^jdbc:postgresql:/*", "postgres://");
    return where.replaceFirst("\\?.*$", "") + (embeddedPostgres == null ? "" : "  (ends with us)");
  }

  /** For a person; without passwords. */
  public String redisAddress() {
    return redisUrl.replaceFirst("//[^/]*@", "//")
        + (embeddedRedis == null ? "" : "  (ends with us)");
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
