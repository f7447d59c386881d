package dev.stagedoor.cli;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.ITypeConverter;

/**
 * Where a PostgreSQL is, and as whom to go there. Immutable, thread-safe; never prints a password.
 *
 * <p>Read from {@code postgres://user:password@host:port/database?…} or {@code
 * jdbc:postgresql://host:port/database?user=…&password=…}. What the text doesn't hold is taken from
 * the variables {@code PGUSER} and {@code PGPASSWORD}: other users of the machine can read a
 * command line, but not these.
 */
public final class PostgresUrl {
  private static final String JDBC = "jdbc:postgresql:";
  private static final Pattern SHORT =
      Pattern.compile("postgres(?:ql)?://(?:(?<login>[^/?]*)@)?(?<rest>[^@?]*)(?<query>\\?.*)?");
  private static final Pattern LOGIN_PARAMETERS =
      Pattern.compile("(?<=[?&])(?:user|password)=[^&]*(?:&|$)");

  private final Properties parsed;
  private final String jdbcUrl;
  private final String user;
  private final @Nullable String password;

  private PostgresUrl(Properties parsed, String jdbcUrl, String user, @Nullable String password) {
    this.parsed = parsed;
    this.jdbcUrl = jdbcUrl;
    this.user = user;
    this.password = password;
  }

  /**
   * Reads a URL of either form.
   *
   * @throws BadUse if it cannot be one, or names no database, or no user is known
   */
  public static PostgresUrl of(String text) {
    return of(text, System::getenv);
  }

  static PostgresUrl of(String text, Function<String, @Nullable String> environment) {
    String url = inFormOfTheDriver(text);
    Properties parsed = Driver.parseURL(url, null);
    if (parsed == null) {
      throw refused(text, "cannot be read");
    }
    if (parsed.getProperty(PGProperty.PG_DBNAME.getName(), "").isEmpty()) {
      throw refused(text, "names no database");
    }
    String user = parsed.getProperty(PGProperty.USER.getName(), environment.apply("PGUSER"));
    if (user == null) {
      throw refused(text, "names no user");
    }
    String password =
        parsed.getProperty(PGProperty.PASSWORD.getName(), environment.apply("PGPASSWORD"));
    return new PostgresUrl(parsed, withoutLogin(url), user, password);
  }

  private static String inFormOfTheDriver(String text) {
    if (text.startsWith(JDBC)) {
      return text;
    }
    Matcher url = SHORT.matcher(text);
    if (!url.matches()) {
      throw refused(text, "cannot be read");
    }
    String query = url.group("query") == null ? "?" : url.group("query") + "&";
    return JDBC + "//" + url.group("rest") + query + parameters(url.group("login"));
  }

  /** The driver decodes parameters as a form does, a login part holds a plus as it is. */
  private static String parameters(@Nullable String login) {
    if (login == null) {
      return "";
    }
    String[] parts = login.replace("+", "%2B").split(":", 2);
    return parts.length == 1 ? "user=" + parts[0] : "user=" + parts[0] + "&password=" + parts[1];
  }

  private static String withoutLogin(String url) {
    return LOGIN_PARAMETERS.matcher(url).replaceAll("").replaceAll("[?&]+$", "");
  }

  private static BadUse refused(String text, String what) {
    String shown = text.replaceAll("//[^/]*@", "//…@").replaceAll("(?i)(password=)[^&]*", "$1…");
    return new BadUse(
        "PostgreSQL URL \""
            + shown
            + "\" "
            + what
            + ": give postgres://USER@HOST:5432/DATABASE, or the same as jdbc:postgresql://");
  }

  /** For a {@code DataSource}; without user and password. */
  public String jdbcUrl() {
    return jdbcUrl;
  }

  public String user() {
    return user;
  }

  /** Null where neither the text nor the environment holds one. */
  public @Nullable String password() {
    return password;
  }

  /** Host and port, for people. */
  public String server() {
    return parsed.getProperty(PGProperty.PG_HOST.getName())
        + ":"
        + parsed.getProperty(PGProperty.PG_PORT.getName());
  }

  public String database() {
    return String.valueOf(parsed.getProperty(PGProperty.PG_DBNAME.getName()));
  }

  /** A new connection each time. */
  public DataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl);
    source.setUser(user);
    source.setPassword(password);
    return source;
  }

  /**
   * A new connection.
   *
   * @throws BadUse if the server cannot be reached or refuses, in one line that names it
   */
  public Connection connect() {
    try {
      return dataSource().getConnection();
    } catch (SQLException e) {
      throw explained(e);
    }
  }

  /** Asks once whether the server lets us in; throws as {@link #connect}. */
  public void requireReachable() {
    try (Connection connection = connect()) {
      connection.isValid(10);
    } catch (SQLException e) {
      throw explained(e);
    }
  }

  /** What this server refused, as the line that the caller of a command reads. */
  BadUse explained(SQLException refusal) {
    String line =
        new PostgresFaults(this)
            .of(refusal)
            .orElse("PostgreSQL at " + server() + " refused: " + refusal.getMessage());
    return new BadUse(line, refusal);
  }

  @Override
  public String toString() {
    return "postgres://" + user + "@" + server() + "/" + database();
  }

  /** For options. */
  static final class Converter implements ITypeConverter<PostgresUrl> {
    @Override
    public PostgresUrl convert(String text) {
      return of(text);
    }
  }
}
