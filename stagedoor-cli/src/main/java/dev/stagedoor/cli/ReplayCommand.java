package dev.stagedoor.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code replay}: runs one test of a project with one interleaving of the test kit. */
@Command(
    name = "replay",
    description = "Run one test with the interleaving that a report of the test kit names.")
public final class ReplayCommand implements Callable<Integer> {
  private static final String WORD =
      "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*"; // of a name in Java
  private static final Pattern TEST =
      Pattern.compile("(" + WORD + "(?:\\." + WORD + ")*)#(" + WORD + ")");

  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Spec
  private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Parameters(
      index = "0",
      paramLabel = "TEST",
      description = "Class#method, the class with its package, as the report says.")
  private String test;

  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Parameters(
      index = "1",
      paramLabel = "INTERLEAVING",
      description = "As the report says, in quotes: \"v1 A:1 A:2!crash B:1\".")
  private String interleaving;

  @Option(
      names = "--project",
      paramLabel = "DIR",
      description = "Where the project's pom.xml or build.gradle is; here unless given.")
  private Path project = Path.of("");

  @Option(
      names = "--module",
      paramLabel = "NAME",
      description = "The module that the test is in, where the project has several.")
  private @Nullable String module;

  @Override
  public Integer call() throws InterruptedException {
    Matcher named = TEST.matcher(test);
    if (!named.matches()) {
      throw bad("TEST \"" + test + "\" is no Class#method: copy it from the report");
    }
    if (!interleaving.matches("\\s*v1(\\s.*)?")) {
      throw bad(
          "INTERLEAVING \""
              + interleaving
              + "\" does not begin with v1: copy it from the report, in quotes");
    }
    Build build = Build.in(project.toAbsolutePath().normalize());
    boolean passes = build.passes(named.group(1), named.group(2), module, interleaving);
    return passes ? ExitCode.OK : ExitCode.PROBLEM;
  }

  private ParameterException bad(String what) {
    return new ParameterException(spec.commandLine(), what);
  }
}
