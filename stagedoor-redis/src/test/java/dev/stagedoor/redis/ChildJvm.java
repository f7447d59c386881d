package dev.stagedoor.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/** A process of its own, on the test's class path and database. */
final class ChildJvm {
  private ChildJvm() {}

  /**
   * @param main reads the database with {@link #database}; gets the other arguments after those
   */
  static Process start(
      Map<String, String> environment, Class<?> main, PGSimpleDataSource database, String... args)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                database.getUrl(),
                String.valueOf(database.getUser())));
    Collections.addAll(command, args);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("PGPASSWORD", String.valueOf(database.getPassword()));
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** In the child: what its first two arguments say. */
  static PGSimpleDataSource database(String[] args) {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(args[0]);
    database.setUser(args[1]);
    database.setPassword(System.getenv("PGPASSWORD"));
    return database;
  }
}
