package dev.stagedoor.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Mixin: the servers to work with. Where a variable gives an address, the option goes before it.
 */
public final class ServerOptions {
  @Option(
      names = "--postgres",
      paramLabel = "URL",
      defaultValue = "${env:STAGEDOOR_POSTGRES}",
      converter = PostgresUrl.Converter.class,
      description = {
        "PostgreSQL: postgres://USER@HOST:5432/DATABASE, or the same as jdbc:postgresql://.",
        "Otherwise the variable STAGEDOOR_POSTGRES. Keep the password in PGPASSWORD: a command"
            + " line can be read by others."
      })
  private @Nullable PostgresUrl postgres;

  @Option(
      names = "--redis",
      paramLabel = "URL",
      defaultValue = "${env:STAGEDOOR_REDIS}",
      converter = RedisUrl.class,
      description = {
        "Redis: redis://HOST:6379, rediss:// for TLS.",
        "Otherwise the variable STAGEDOOR_REDIS, which may hold the password too."
      })
  private @Nullable String redis;

  public Optional<PostgresUrl> postgres() {
    return Optional.ofNullable(postgres);
  }

  /** {@code redis://} or {@code rediss://}, proved to be readable. */
  public Optional<String> redis() {
    return Optional.ofNullable(redis);
  }

  /**
   * @throws BadUse if none is given
   */
  public PostgresUrl requirePostgres() {
    return postgres()
        .orElseThrow(
            () ->
                new BadUse(
                    "no PostgreSQL is named: give --postgres URL, or set STAGEDOOR_POSTGRES"));
  }
}
