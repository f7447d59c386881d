package dev.stagedoor.cli;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a PostgreSQL is, and as whom to go there. Immutable, thread-safe; never prints a password.
 *
 * <p>Read from {@code postgres://user:password@host:port/database?…} or {@code
 * jdbc:postgresql://host:port/database?user=…&password=…}. What the text doesn't hold is taken from
 * the variables {@code PGUSER} and {@code PGPASSWORD}: other users of the machine can read a
 * command line, but not these.
 */
public final class PostgresUrl {
  private static final String OPTION = "--postgres";
  private static final String PORT = "(?::[0-9]{1,5})?";
  private static final String HOST = "(?:[^/?@,:\\[\\]]+|\\[[0-9a-fA-F:.%]+\\])" + PORT;
  private static final Pattern FORM =
      Pattern.compile(
          "(?:jdbc:)?postgres(?:ql)?://(?:(?<login>[^/?@]*)@)?"
              + ("(?<hosts>" + HOST + "(?:," + HOST + ")*)")
              + "/(?<database>[^/?]+)(?:\\?(?<parameters>.*))?");

  private static final Pattern PORT_OF = Pattern.compile(":([0-9]{1,5})$");
  private static final int HIGHEST_PORT = 65_535;

  static final int LOGIN_SECONDS = 10;

  private final String hosts;
  private final String database;
  private final List<String> parameters;
  private final String user;
  private final @Nullable String password;

  private PostgresUrl(
      String hosts,
      String database,
      List<String> parameters,
      String user,
      @Nullable String password) {
    this.hosts = hosts;
    this.database = database;
    this.parameters = parameters;
    this.user = user;
    this.password = password;
  }

  /**
   * Reads a URL of either form.
   *
   * @throws BadUse if it cannot be one, or no user is known
   */
  public static PostgresUrl of(String text) {
    return of(text, System::getenv);
  }

  static PostgresUrl of(String text, Function<String, @Nullable String> environment) {
    Matcher url = FORM.matcher(text);
    if (!url.matches()) {
      throw refused(text, "cannot be read");
    }
    try {
      return of(text, url, environment);
    } catch (IllegalArgumentException e) { // a % that encodes nothing
      throw refused(text, "cannot be read (a % is written %25)");
    }
  }

  private static PostgresUrl of(
      String text, Matcher url, Function<String, @Nullable String> environment) {
    List<String> all = split(url.group("parameters"), "&", 0);
    List<String> login = split(url.group("login"), ":", 2);
    String user = first(at(login, 0), named("user", all), environment.apply("PGUSER"));
    if (user == null) {
      throw refused(text, "names no user");
    }
    PostgresUrl read =
        new PostgresUrl(
            url.group("hosts"),
            url.group("database"),
            all.stream().filter(p -> !p.startsWith("user=") && !p.startsWith("password=")).toList(),
            user,
            first(at(login, 1), named("password", all), environment.apply("PGPASSWORD")));
    read.prove(text);
    return read;
  }

  /** What the form lets pass, and the driver would not, with a line of its own in some log. */
  private void prove(String text) {
    boolean ports =
        Stream.of(hosts.split(",", -1))
            .map(PORT_OF::matcher)
            .filter(Matcher::find)
            .mapToInt(port -> Integer.parseInt(port.group(1)))
            .allMatch(port -> port >= 1 && port <= HIGHEST_PORT);
    if (!ports) {
      throw refused(text, "cannot be read (a port is 1 to " + HIGHEST_PORT + ")");
    }
    String login = parameter("loginTimeout");
    if (login != null && !login.matches("[1-9][0-9]{0,4}")) {
      throw refused(text, "cannot be read (loginTimeout is in whole seconds)");
    }
    decoded(database); // throws for a % that encodes nothing, as the next does
    parameters.forEach(PostgresUrl::decoded);
  }

  private static List<String> split(@Nullable String text, String at, int most) {
    return text == null || text.isEmpty() ? List.of() : List.of(text.split(at, most));
  }

  /** A plus is a plus before the host, where a form's rule does not hold. */
  private static @Nullable String at(List<String> login, int place) {
    return place < login.size() ? decoded(login.get(place).replace("+", "%2B")) : null;
  }

  private static @Nullable String named(String name, List<String> parameters) {
    return parameters.stream()
        .filter(p -> p.startsWith(name + "="))
        .findFirst()
        .map(p -> decoded(p.substring(name.length() + 1)))
        .orElse(null);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static @Nullable String first(@Nullable String... values) {
    return Stream.of(values).filter(v -> v != null && !v.isEmpty()).findFirst().orElse(null);
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
    String query = parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
    return "jdbc:postgresql://" + hosts + "/" + database + query;
  }

  public String user() {
    return user;
  }

  /** Null where neither the text nor the environment holds one. */
  public @Nullable String password() {
    return password;
  }

  /** The value of a parameter such as {@code sslmode}; null where the text has none. */
  @Nullable String parameter(String name) {
    return named(name, parameters);
  }

  /** Host and port, for people. */
  public String server() {
    return hosts.contains(",") || hosts.matches(".*:[0-9]+") ? hosts : hosts + ":5432";
  }

  public String database() {
    return decoded(database);
  }

  /**
   * A new connection each time, given up after ten seconds unless the URL says otherwise: what
   * answers may be no PostgreSQL, and never say so.
   */
  public DataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl());
    source.setUser(user);
    source.setPassword(password);
    if (parameter("loginTimeout") == null) {
      source.setLoginTimeout(LOGIN_SECONDS);
    }
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
    requireReachable(OPTION);
  }

  /**
   * As {@link #requireReachable()}.
   *
   * @param option that names this server on the command line, for the mend
   */
  public void requireReachable(String option) {
    try (Connection connection = dataSource().getConnection()) {
      connection.isValid(10);
    } catch (SQLException e) {
      throw explained(e, option);
    }
  }

  /** What this server refused, as the line that the caller of a command reads. */
  BadUse explained(SQLException refusal) {
    return explained(refusal, OPTION);
  }

  private BadUse explained(SQLException refusal, String option) {
    String line =
        new PostgresFaults(this, option)
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
      try {
        return of(text);
      } catch (BadUse e) { // told by itself: picocli would repeat the text, and the password in it
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
