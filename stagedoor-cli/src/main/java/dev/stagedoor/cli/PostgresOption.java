package dev.stagedoor.cli;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Mixin: the PostgreSQL to work with. The option goes before the variable; an empty one is none.
 */
public final class PostgresOption {
  private static final String VARIABLE = "STAGEDOOR_POSTGRES";

  private final Function<String, @Nullable String> environment;

  @Option(
      names = "--postgres",
      paramLabel = "URL",
      converter = PostgresUrl.Converter.class,
      description = {
        "PostgreSQL: postgres://USER@HOST:5432/DATABASE, or the same as jdbc:postgresql://.",
        "Otherwise the variable STAGEDOOR_POSTGRES. Keep the password in PGPASSWORD: a command"
            + " line can be read by others."
      })
  private @Nullable PostgresUrl postgres;

  public PostgresOption() {
    this(System::getenv);
  }

  PostgresOption(Function<String, @Nullable String> environment) {
    this.environment = environment;
  }

  /**
   * Empty where none is named.
   *
   * @throws BadUse if the variable holds none, naming it
   */
  public Optional<PostgresUrl> postgres() {
    return postgres != null
        ? Optional.of(postgres)
        : Variable.read(VARIABLE, environment, text -> PostgresUrl.of(text, environment));
  }

  /**
   * @throws BadUse if none is given
   */
  public PostgresUrl require() {
    return postgres()
        .orElseThrow(
            () -> new BadUse("no PostgreSQL is named: give --postgres URL, or set " + VARIABLE));
  }
}
