package dev.stagedoor.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The build of somebody's project, which can run one of its tests. */
final class Build {
  private static final String VARIABLE = "STAGEDOOR_REPLAY";
  private static final int DEPTH = 8;

  private final Path project;
  private final String program;
  private final boolean maven;

  private Build(Path project, String program, boolean maven) {
    this.project = project;
    this.program = program;
    this.maven = maven;
  }

  /**
   * Maven where there is a pom.xml, else Gradle; by the wrapper where there is one.
   *
   * @throws BadUse if neither builds this directory
   */
  static Build in(Path project) {
    if (has(project, "pom.xml")) {
      return new Build(project, wrapper(project, "mvnw", "mvn"), true);
    }
    if (has(project, "build.gradle") || has(project, "build.gradle.kts")) {
      return new Build(project, wrapper(project, "gradlew", "gradle"), false);
    }
    throw new BadUse(
        "no pom.xml and no build.gradle in " + project + ": give the project's with --project DIR");
  }

  private static boolean has(Path project, String file) {
    return Files.isRegularFile(project.resolve(file));
  }

  private static String wrapper(Path project, String wrapper, String installed) {
    return has(project, wrapper) ? project.resolve(wrapper).toString() : installed;
  }

  /**
   * Runs the test; what the build prints goes where this process's output goes.
   *
   * @return whether it passed
   * @throws BadUse if no such test was run
   */
  boolean passes(String type, String method, @Nullable String module, String interleaving)
      throws InterruptedException {
    Map<Path, FileTime> before = results(type);
    int exit = run(command(type, method, module), interleaving);
    if (results(type).equals(before)) {
      throw new BadUse(
          exit == 0
              ? "the build has run no test " + type + "#" + method + ": correct TEST or --module"
              : "the build ended with " + exit + " before the test was run: what it says is above");
    }
    return exit == 0;
  }

  /** No result of an earlier run may stand for this one: the variable is no input of a build. */
  private List<String> command(String type, String method, @Nullable String module) {
    List<String> command = new ArrayList<>(List.of(program));
    if (!maven) {
      String task = module == null ? "" : ":" + module.replaceFirst("^:", "") + ":";
      command.addAll(List.of("--no-build-cache", task + "cleanTest", task + "test"));
      command.addAll(List.of("--tests", type + "." + method));
      return command;
    }
    command.addAll(List.of("-q", "-B", "-Dtest=" + type + "#" + method));
    command.add("-Dsurefire.failIfNoSpecifiedTests=false"); // other modules have no such test
    if (module != null) {
      command.addAll(List.of("-pl", module, "-am"));
    }
    command.add("test");
    return command;
  }

  private int run(List<String> command, String interleaving) throws InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(project.toFile()).inheritIO();
    builder.environment().put(VARIABLE, interleaving.strip());
    try {
      return builder.start().waitFor();
    } catch (IOException e) {
      throw new BadUse("cannot run " + program + " (" + e.getMessage() + "): install it", e);
    }
  }

  /** When each result file of the class was written, in any module. */
  private Map<Path, FileTime> results(String type) {
    Map<Path, FileTime> written = new HashMap<>();
    try (Stream<Path> files =
        Files.find(
            project, DEPTH, (file, found) -> found.isRegularFile() && isResult(file, type))) {
      for (Path file : files.toList()) {
        written.put(file, Files.getLastModifiedTime(file));
      }
      return written;
    } catch (IOException | UncheckedIOException e) {
      throw new BadUse("cannot look for test results in " + project + ": " + e.getMessage(), e);
    }
  }

  /** Both tools name it alike. */
  private static boolean isResult(Path file, String type) {
    return file.getFileName().toString().equals("TEST-" + type + ".xml");
  }
}
