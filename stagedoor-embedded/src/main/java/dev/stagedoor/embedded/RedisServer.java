package dev.stagedoor.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server of this process: a real one, on the loopback interface, in a temporary directory
 * that goes when it is closed. It never evicts ({@code noeviction}).
 *
 * <p>It ends with this process: closed by a shutdown hook ({@link ServerShutdown} tells the order),
 * or by a guard process within 5 s when this process is killed.
 *
 * <p>Safe for use by many threads; stop, start and close wait for one another.
 */
public final class RedisServer implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final Duration POLL = Duration.ofMillis(10);
  private static final int TRIES = 5;

  private final RedisOptions options;
  private final Path executable;
  private final int port;
  private final Path home;
  private final Runnable closeAtExit = this::close;
  private @Nullable SelfSignedCertificate certificate;
  private @Nullable Process process;
  private boolean closed;

  private RedisServer(RedisOptions options, Path executable, int port) {
    this.options = options;
    this.executable = executable;
    this.port = port;
    this.home = ServerGuard.newHome("redis");
    ServerShutdown.add(closeAtExit);
    try {
      layOut();
      startAgain();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** Starts a server that keeps nothing on disk, on a free port. */
  public static RedisServer start() {
    return start(RedisOptions.inMemory());
  }

  /**
   * @throws ServerStartException with one line that says what is wrong: the port is taken, the
   *     executable is missing, a setting is refused
   */
  public static RedisServer start(RedisOptions options) {
    Path executable = executable(options);
    if (options.port() != 0) {
      return new RedisServer(options, executable, options.port());
    }
    for (int tries = 1; ; tries++) {
      int port = Ports.free();
      try {
        return new RedisServer(options, executable, port);
      } catch (ServerStartException e) {
        if (tries == TRIES || !Ports.isTaken(port)) {
          throw e;
        }
      }
    }
  }

  private static Path executable(RedisOptions options) {
    Path asked = options.executable();
    if (asked == null) {
      return RedisBinary.find();
    }
    if (!Files.isExecutable(asked)) {
      throw new ServerStartException(
          "no executable at %s: give the path of a redis-server 6.2 or newer".formatted(asked));
    }
    return asked;
  }

  /** The machine's own {@code redis-server}, where one is installed: for {@link RedisOptions}. */
  public static Optional<Path> installedExecutable() {
    return RedisBinary.installed();
  }

  public int port() {
    return port;
  }

  /** {@code redis://} or {@code rediss://}, with user and password where there are some. */
  public String redisUrl() {
    RedisLogin login = options.login();
    return "%s://%s%s:%d"
        .formatted(
            options.tls() ? "rediss" : "redis",
            login == null ? "" : login.user() + ":" + login.password() + "@",
            Ports.HOST,
            port);
  }

  /**
   * The certificate, PEM, that a client must trust to speak TLS with this server.
   *
   * @throws IllegalStateException when the server does not speak TLS
   */
  public Path certificate() {
    if (certificate == null) {
      throw new IllegalStateException("Redis on port " + port + " was started without TLS");
    }
    return certificate.certificate();
  }

  public Path pidFile() {
    return home.resolve("redis.pid");
  }

  /** The server's process; fails when it does not run. */
  public ProcessHandle process() {
    return PidFile.process(pidFile(), home);
  }

  /** Removes every key and function of every database; the group of a stream is gone with it. */
  public void flushAll() {
    command("FLUSHALL");
  }

  /**
   * One command, for faults and questions that are not worth a client.
   *
   * @return the reply's first line without its type: enough for status and number replies
   * @throws ServerStartException when Redis cannot be reached or answers with an error
   */
  public String command(String... words) {
    try (RedisWire wire = RedisWire.connect(port, options.login(), certificate)) {
      return wire.command(words);
    } catch (IOException e) {
      throw new ServerStartException(
          "Redis on port %d did not do %s: %s".formatted(port, words[0], e.getMessage()), e);
    }
  }

  /**
   * Stops and starts on the same port, under a new {@code run_id}.
   *
   * @param keepData whether the keys are there afterwards; without an append-only file they are
   *     saved first
   */
  public synchronized void restart(boolean keepData) {
    if (keepData && !isAppendOnly()) {
      command("SAVE");
    }
    stop();
    if (!keepData) {
      removeData();
    }
    startAgain();
  }

  private boolean isAppendOnly() {
    return options.settings().contains(RedisOptions.line("appendonly", "yes"));
  }

  /** Stops in an orderly way; the append-only file, where there is one, is whole. */
  public synchronized void stop() {
    end(false);
  }

  /** Kills the server: the next start finds what its append-only file holds, or nothing. */
  public synchronized void crash() {
    end(true);
  }

  /** Starts again after {@link #stop} or {@link #crash}. */
  public synchronized void startAgain() {
    if (closed) {
      throw new IllegalStateException("Redis on port " + port + " is closed");
    }
    if (Ports.isTaken(port)) {
      throw Ports.taken("Redis", port);
    }
    LogFile log = LogFile.from(home.resolve("redis.log"));
    List<String> line = List.of(executable.toString(), home.resolve("redis.conf").toString());
    Process started = Command.start(OwnSession.of(line), Redirect.appendTo(log.path().toFile()));
    process = started;
    awaitReady(started, log);
  }

  private void awaitReady(Process started, LogFile log) {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!answers()) {
      if (hasEnded(started, POLL)) {
        throw new ServerStartException(
            "Redis on port %d does not start: %s".formatted(port, log.complaint()));
      }
      if (System.nanoTime() > deadline) {
        throw new ServerStartException(
            "Redis on port %d is not ready after %d s: %s"
                .formatted(port, START_LIMIT.toSeconds(), log.complaint()));
      }
    }
  }

  /**
   * Refused or "loading" while it starts: that is the question here, no error. The pid file is
   * written once the port is ours; until then another server could be the one that answers.
   */
  private boolean answers() {
    if (!Files.exists(pidFile())) {
      return false;
    }
    try (RedisWire wire = RedisWire.connect(port, options.login(), certificate)) {
      return wire.command("PING").equals("PONG");
    } catch (IOException notYet) {
      return false;
    }
  }

  private void end(boolean killed) {
    Process running = process;
    if (running == null) {
      return;
    }
    if (killed) {
      running.destroyForcibly();
    } else {
      running.destroy();
    }
    if (!hasEnded(running, STOP_LIMIT)) {
      running.destroyForcibly();
      hasEnded(running, STOP_LIMIT);
    }
    process = null;
    removePidFile();
  }

  /** A killed Redis leaves the file, and the number may be another process's by now. */
  private void removePidFile() {
    try {
      Files.deleteIfExists(pidFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean hasEnded(Process process, Duration within) {
    try {
      return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerStartException("interrupted while Redis starts or stops", e);
    }
  }

  /** Stops at once and removes the data. A second call does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    end(true);
    ServerGuard.release(home);
    ServerShutdown.remove(closeAtExit);
  }

  /** The server's own directory, in the guard's. */
  Path home() {
    return home;
  }

  private void removeData() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(home, "{dump.rdb,appendonly*}")) {
      for (Path file : files) {
        Directories.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void layOut() {
    try {
      Files.createDirectory(home, PosixFilePermissions.asFileAttribute(Directories.PRIVATE));
      certificate = options.tls() ? SelfSignedCertificate.make(home) : null;
      Files.write(
          home.resolve("redis.conf"), RedisConf.lines(options, port, home, pidFile(), certificate));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lay out " + home, e);
    }
  }
}
