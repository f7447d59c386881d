package dev.stagedoor.boxoffice.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Starts a JVM like ours on our own class path, small and quick to start. */
public final class JavaProcess {
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-XX:-UsePerfData",
          "-Djava.awt.headless=true");

  private JavaProcess() {}

  /**
   * Starts it in a session of its own where there is {@code setsid}: Ctrl-C is then ours to pass
   * on. Its standard input is a pipe from us, which ends when we do.
   *
   * @param heapMiB its {@code -Xmx}
   * @param log where its standard error goes
   */
  public static Process start(Class<?> main, int heapMiB, Path log, List<String> arguments)
      throws IOException {
    return start(main, heapMiB, log, arguments, Map.of());
  }

  /**
   * The same, with more in its environment.
   *
   * @param environment variables beside our own
   */
  public static Process start(
      Class<?> main, int heapMiB, Path log, List<String> arguments, Map<String, String> environment)
      throws IOException {
    List<String> line = new ArrayList<>();
    setsid().ifPresent(line::add);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xms16m", "-Xmx" + heapMiB + "m"));
    line.addAll(FLAGS);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    line.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    builder.environment().put("MALLOC_ARENA_MAX", "2"); // else an arena for each busy thread
    return builder.start();
  }

  private static Optional<String> setsid() {
    return Stream.of("/usr/bin/setsid", "/bin/setsid")
        .filter(path -> Files.isExecutable(Path.of(path)))
        .findFirst();
  }
}
