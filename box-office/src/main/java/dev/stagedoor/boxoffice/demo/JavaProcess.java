package dev.stagedoor.boxoffice.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a JVM like ours on our own class path, small and quick to start. */
final class JavaProcess {
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-XX:-UsePerfData",
          "-Djava.awt.headless=true");

  private JavaProcess() {}

  /**
   * @param heapMiB its {@code -Xmx}
   * @param log where its standard error goes
   */
  static Process start(Class<?> main, int heapMiB, Path log, List<String> arguments)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-Xmx" + heapMiB + "m");
    line.addAll(FLAGS);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    line.addAll(arguments);
    return new ProcessBuilder(line)
        .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }
}
