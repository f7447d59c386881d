package dev.stagedoor.embedded;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * What a replica begins with: a copy of its primary's data directory, taken while that runs. It is
 * what {@code pg_basebackup} does, which is not among the executables. Torn pages are mended by the
 * log from the backup's start on, which the replica streams.
 *
 * @param from the primary's data directory
 */
record PostgresCopy(DataSource primary, Path from, Account account)
    implements PostgresServer.Beginning {
  /** The connection must stay open until the backup ends; never 0 rows. */
  private static final String START = "SELECT pg_backup_start('replica', fast => true)";

  /** On the connection that started it; never 0 rows. */
  private static final String STOP =
      "SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)";

  @Override
  public void layOut(Path data) throws IOException {
    try (Connection connection = primary.getConnection();
        Statement backup = connection.createStatement()) {
      backup.execute(START);
      Files.walkFileTree(from, new Copying(from, data));
      try (ResultSet rows = backup.executeQuery(STOP)) {
        rows.next();
        Files.writeString(data.resolve("backup_label"), rows.getString(1));
      }
    } catch (SQLException e) {
      throw new ServerStartException(
          "cannot copy " + from + " for a replica: " + e.getMessage(), e);
    }
    Files.createFile(data.resolve("standby.signal"));
    account.own(data);
  }

  /** Copies everything but what belongs to the running server; the log is streamed. */
  private static final class Copying extends SimpleFileVisitor<Path> {
    private final Path from;
    private final Path to;

    Copying(Path from, Path to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      Files.copy(directory, target(directory), StandardCopyOption.COPY_ATTRIBUTES);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (!belongsToTheServer(from.relativize(file))) {
        try {
          Files.copy(file, target(file), StandardCopyOption.COPY_ATTRIBUTES);
        } catch (NoSuchFileException goneMeanwhile) {
          return FileVisitResult.CONTINUE; // what its going means stands in the log
        }
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE; // as above
      }
      throw e;
    }

    private Path target(Path file) {
      return to.resolve(from.relativize(file).toString());
    }

    private static boolean belongsToTheServer(Path file) {
      String name = file.toString();
      return name.startsWith("postmaster.")
          || name.startsWith("pg_wal/")
          || name.startsWith("pg_dynshmem/")
          || name.startsWith("pg_replslot/")
          || name.startsWith("pg_stat_tmp/");
    }
  }
}
