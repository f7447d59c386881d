package dev.stagedoor.cli;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Mixin: the servers to work with. Where a variable gives an address, the option goes before it; an
 * empty variable is none.
 */
public final class ServerOptions {
  private final Function<String, @Nullable String> environment;

  @Mixin private final PostgresOption postgres;

  @Option(
      names = "--redis",
      paramLabel = "URL",
      converter = RedisUrl.Converter.class,
      description = {
        "Redis: redis://HOST:6379, rediss:// for TLS.",
        "Otherwise the variable STAGEDOOR_REDIS, which may hold the password too."
      })
  private @Nullable String redis;

  public ServerOptions() {
    this(System::getenv);
  }

  ServerOptions(Function<String, @Nullable String> environment) {
    this.environment = environment;
    this.postgres = new PostgresOption(environment);
  }

  /**
   * Empty where none is named.
   *
   * @throws BadUse if the variable holds none, naming it
   */
  public Optional<PostgresUrl> postgres() {
    return postgres.postgres();
  }

  /**
   * {@code redis://} or {@code rediss://}, proved to be readable; empty where none is named.
   *
   * @throws BadUse if the variable holds none, naming it
   */
  public Optional<String> redis() {
    return redis != null
        ? Optional.of(redis)
        : Variable.read("STAGEDOOR_REDIS", environment, RedisUrl::proved);
  }

  /**
   * @throws BadUse if none is given
   */
  public PostgresUrl requirePostgres() {
    return postgres.require();
  }
}
