package dev.stagedoor.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the command as a process of its own: its environment, its streams, its exit code. */
record OwnProcess(Path folder) {
  CommandLines run(Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    CommandLines ran = run(environment, Redirect.to(out.toFile()), args);
    return new CommandLines(ran.exit(), read(out), ran.err());
  }

  /** With its standard output there, not read. */
  CommandLines run(Map<String, String> environment, Redirect out, String... args)
      throws IOException, InterruptedException {
    Path err = folder.resolve("err");
    ProcessBuilder builder = builder(environment, args).redirectOutput(out);
    return new CommandLines(exit(builder.redirectError(err.toFile()).start()), "", read(err));
  }

  /** With its standard output a pipe that nobody reads. */
  CommandLines runIntoClosedPipe(Map<String, String> environment, String... args)
      throws IOException, InterruptedException {
    Path err = folder.resolve("err");
    Process process = builder(environment, args).redirectError(err.toFile()).start();
    process.getInputStream().close();
    return new CommandLines(exit(process), "", read(err));
  }

  private static ProcessBuilder builder(Map<String, String> environment, String... args) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            StagedoorCommand.class.getName());
    builder.command().addAll(List.of(args));
    builder.environment().putAll(environment);
    return builder;
  }

  private static int exit(Process process) throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the command did not end within 60 s");
    }
    return process.exitValue();
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
