package dev.stagedoor.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server of this process: a real one (17.x), on the loopback interface, in a temporary
 * directory that goes when it is closed.
 *
 * <p>It ends with this process: closed by a shutdown hook ({@link ServerShutdown} tells the order),
 * or by a guard process within 5 s when this process is killed. A superuser's random password keeps
 * other users of the machine out; it is part of {@link #jdbcUrl()}, so mind where that is printed.
 *
 * <p>Safe for use by many threads; stop, start and close wait for one another.
 */
public final class PostgresServer implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int TRIES = 5;
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,62}");

  /**
   * Small enough for a laptop that runs several. Shared memory is in the data directory ({@code
   * mmap}), so that a killed server leaves none behind.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "max_connections", "200",
          "shared_buffers", "64MB",
          "dynamic_shared_memory_type", "mmap",
          "listen_addresses", Ports.HOST,
          "unix_socket_directories", "",
          "scram_iterations", "1",
          "timezone", "UTC",
          "log_timezone", "UTC",
          "max_wal_size", "512MB");

  private final PostgresBinaries binaries;
  private final Durability durability;
  private final Map<String, String> settings;
  private final Path home;
  private final int port;
  private final Runnable closeAtExit = this::close;
  private boolean closed;

  /** What a server begins with. */
  @FunctionalInterface
  interface Beginning {
    /** Makes the data directory there, and leaves it to the server's account. */
    void layOut(Path data) throws IOException;
  }

  private PostgresServer(
      PostgresBinaries binaries,
      Durability durability,
      int port,
      Map<String, String> settings,
      Beginning beginning) {
    this.binaries = binaries;
    this.durability = durability;
    this.settings = Map.copyOf(settings);
    this.home =
        durability == Durability.FAST
            ? ServerGuard.newHomeInMemory("postgres")
            : ServerGuard.newHome("postgres");
    this.port = port;
    ServerShutdown.add(closeAtExit);
    try {
      layOut(beginning);
      startAgain();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Starts a server with the default settings on a free port. */
  public static PostgresServer start(Durability durability) {
    return start(durability, Map.of());
  }

  /**
   * Starts a server on a free port.
   *
   * @param settings of {@code postgresql.conf}, instead of ours, except what {@code durability}
   *     decides. {@code port} asks for that port.
   * @throws ServerStartException with one line that says what is wrong: the port is taken, a
   *     setting is refused
   */
  public static PostgresServer start(Durability durability, Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(DEFAULTS);
    all.putAll(settings);
    all.putAll(durability.settings());
    PostgresBinaries binaries = PostgresBinaries.prepare();
    String asked = settings.get("port");
    return asked != null
        ? new PostgresServer(binaries, durability, portNumber(asked), all, copied(binaries))
        : startOnFreePort(binaries, durability, all, copied(binaries));
  }

  /**
   * Starts a replica of this server on a free port, with its settings: read-only, streaming, behind
   * by as much as it happens to be. It is another server, to be closed for itself, before this one.
   */
  public PostgresServer replica() {
    Map<String, String> all = new TreeMap<>(settings);
    all.put(
        "primary_conninfo",
        "host=%s port=%d user=%s password=%s".formatted(Ports.HOST, port, user(), password()));
    return startOnFreePort(
        binaries, durability, all, new PostgresCopy(dataSource(), data(), binaries.account()));
  }

  private static PostgresServer startOnFreePort(
      PostgresBinaries binaries,
      Durability durability,
      Map<String, String> settings,
      Beginning beginning) {
    for (int tries = 1; ; tries++) {
      int port = Ports.free();
      settings.put("port", Integer.toString(port));
      try {
        return new PostgresServer(binaries, durability, port, settings, beginning);
      } catch (ServerStartException e) {
        if (tries == TRIES || !Ports.isTaken(port)) {
          throw e;
        }
      }
    }
  }

  private static int portNumber(String asked) {
    try {
      return Integer.parseInt(asked);
    } catch (NumberFormatException e) {
      throw new ServerStartException("port '" + asked + "' is not a number: give 1 to 65535", e);
    }
  }

  public int port() {
    return port;
  }

  public String user() {
    return PostgresBinaries.SUPERUSER;
  }

  public String password() {
    return binaries.password();
  }

  /** Of the database {@code postgres}, with user and password in it. */
  public String jdbcUrl() {
    return jdbcUrl("postgres");
  }

  /** Of that database, existing or not, with user and password in it. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://%s:%d/%s?user=%s&password=%s"
        .formatted(Ports.HOST, port, database, user(), password());
  }

  /** A new connection each time, to the database {@code postgres}. */
  public PGSimpleDataSource dataSource() {
    return dataSource("postgres");
  }

  /** A new connection each time, to that database. */
  public PGSimpleDataSource dataSource(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl(database));
    return source;
  }

  /** Makes an empty database and returns what connects to it. */
  public PGSimpleDataSource createDatabase(String name) {
    return createDatabase(name, "template1");
  }

  /**
   * Makes a database as a copy of another, 50 to 120 ms.
   *
   * @param name lower case letters, digits and {@code _}, beginning with a letter
   * @param template nobody may be connected to it meanwhile
   */
  public PGSimpleDataSource createDatabase(String name, String template) {
    String statement =
        "CREATE DATABASE %s TEMPLATE %s".formatted(identifier(name), identifier(template));
    try (Connection connection = dataSource().getConnection();
        Statement create = connection.createStatement()) {
      create.execute(statement);
    } catch (SQLException e) {
      throw new ServerStartException(
          "cannot create database %s: %s".formatted(name, e.getMessage()), e);
    }
    return dataSource(name);
  }

  private static String identifier(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "'%s' cannot be a database here: use a-z, 0-9 and _, first a letter, up to 63"
              .formatted(name));
    }
    return name;
  }

  /** The file whose first line is the server's process id while it runs. */
  public Path pidFile() {
    return data().resolve("postmaster.pid");
  }

  /** The server's process; fails when it does not run. */
  public ProcessHandle process() {
    return PidFile.process(pidFile(), data());
  }

  /**
   * Stops and starts on the same port and data: open connections break, what is committed stays.
   */
  public synchronized void restart() {
    stop();
    startAgain();
  }

  /** Ends open transactions, writes everything and stops. Data and port stay. */
  public synchronized void stop() {
    stop("fast");
  }

  /** As if the machine had lost its power, the disk excepted: the next start recovers. */
  public synchronized void crash() {
    stop("immediate");
  }

  private void stop(String mode) {
    ProcessHandle process = process();
    pgCtl(List.of("-m", mode, "stop")).orFail("PostgreSQL on port " + port + " does not stop");
    PidFile.awaitEnd(process, LIMIT);
  }

  /** Starts again after {@link #stop} or {@link #crash}. */
  public synchronized void startAgain() {
    if (closed) {
      throw new IllegalStateException("PostgreSQL on port " + port + " is closed");
    }
    LogFile log = LogFile.from(home.resolve("postgres.log"));
    Command started = pgCtl(List.of("-l", log.path().toString(), "start"));
    if (started.exit() == 0) {
      return;
    }
    if (Ports.isTaken(port)) {
      throw Ports.taken("PostgreSQL", port);
    }
    throw new ServerStartException(
        "PostgreSQL on port %d does not start: %s".formatted(port, log.complaint()));
  }

  /** Stops at once and removes the data. A second call does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    end();
    ServerGuard.release(home);
    ServerShutdown.remove(closeAtExit);
  }

  private void end() {
    PidFile.find(pidFile(), data())
        .ifPresent(
            process -> {
              if (pgCtl(List.of("-m", "immediate", "stop")).exit() != 0) {
                process.destroyForcibly();
              }
              PidFile.awaitEnd(process, LIMIT);
            });
  }

  /** The server's own directory, in the guard's. */
  Path home() {
    return home;
  }

  private Path data() {
    return home.resolve("data");
  }

  private static Beginning copied(PostgresBinaries binaries) {
    return data ->
        Command.run(List.of("cp", "-Rp", binaries.template().toString(), data.toString()), LIMIT)
            .orFail("cannot copy the data directory");
  }

  private void layOut(Beginning beginning) {
    try {
      binaries.account().directory(home);
      beginning.layOut(data());
      Path conf = data().resolve("postgresql.conf");
      Files.writeString(conf, lines(settings));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lay out " + home, e);
    }
  }

  private static String lines(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(s -> "%s = '%s'\n".formatted(s.getKey(), s.getValue().replace("'", "''")))
        .collect(Collectors.joining());
  }

  private Command pgCtl(List<String> arguments) {
    String executable = binaries.executable("pg_ctl").toString();
    List<String> line =
        new ArrayList<>(List.of(executable, "-D", data().toString(), "-t", "30", "-w"));
    line.addAll(arguments);
    return Command.run(binaries.account().running(line), LIMIT);
  }
}
