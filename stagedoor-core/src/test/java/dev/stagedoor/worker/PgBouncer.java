package dev.stagedoor.worker;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.postgresql.ds.PGSimpleDataSource;

/** The pooler of that name in transaction mode, with three sessions for everybody. */
final class PgBouncer implements AutoCloseable {
  private final Process process;
  private final int port;

  private PgBouncer(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Where it is installed, as by {@code apt-get install pgbouncer}. */
  static Optional<Path> installed() {
    return Stream.of("/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer")
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  static PgBouncer start(Path executable, Path directory, PGSimpleDataSource database)
      throws IOException {
    int port = freePort();
    Path settings = directory.resolve("pgbouncer.ini");
    Files.writeString(settings, settings(port, database));
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) { // which it refuses
      command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"));
    }
    command.addAll(List.of(executable.toString(), "-q", settings.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("pgbouncer.log").toFile())
            .start();
    PgBouncer started = new PgBouncer(process, port);
    Stage.await("a pooler that answers", () -> answers(started.pooled(database)));
    return started;
  }

  private static String settings(int port, PGSimpleDataSource to) {
    return """
        [databases]
        stage = host=%s port=%d dbname=%s user=%s password=%s
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = any
        pool_mode = transaction
        default_pool_size = 3
        ignore_startup_parameters = extra_float_digits
        """
        .formatted(
            to.getServerNames()[0],
            to.getPortNumbers()[0],
            to.getDatabaseName(),
            to.getUser(),
            to.getPassword(),
            port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket any = new ServerSocket(0)) {
      return any.getLocalPort();
    }
  }

  private static boolean answers(PGSimpleDataSource pooled) {
    try (Connection connection = pooled.getConnection()) {
      return connection.isValid(1);
    } catch (SQLException notYet) {
      return false;
    }
  }

  /** The same database through the pooler, as the manual says: no server-side prepare. */
  PGSimpleDataSource pooled(PGSimpleDataSource database) {
    PGSimpleDataSource pooled = careless(database);
    pooled.setPrepareThreshold(0);
    return pooled;
  }

  /** The same without the setting. */
  PGSimpleDataSource careless(PGSimpleDataSource database) {
    PGSimpleDataSource pooled = new PGSimpleDataSource();
    pooled.setURL("jdbc:postgresql://127.0.0.1:" + port + "/stage");
    pooled.setUser(database.getUser());
    return pooled;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
