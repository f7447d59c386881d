package dev.stagedoor.cli;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParseResult;

/** How commands are run: known faults end as one line and 2, all others as a stack trace and 70. */
public final class Commands {
  private static final String NAME = "stagedoor";

  private static final String LOST =
      "standard output did not take all that was written: make room where it goes, or send it"
          + " elsewhere";

  private Commands() {}

  /** A command line that tells the faults of this module. */
  public static CommandLine of(Object command) {
    return of(command, KnownFaults.and());
  }

  /**
   * A command line for the command and all below it, those added later included.
   *
   * @param faults what the caller can mend, see {@link KnownFaults#and}
   */
  public static CommandLine of(Object command, FaultText faults) {
    return new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(Commands::executed)
        .setParameterExceptionHandler((e, args) -> badUse(e.getCommandLine(), TypedWrong.line(e)))
        .setExecutionExceptionHandler((e, line, parsed) -> failed(e, line, faults));
  }

  /**
   * Runs what the arguments ask for.
   *
   * @return what the process ends with; never 1 for a fault of the program, an {@code Error} or not
   */
  public static int run(CommandLine line, String... args) {
    try {
      return line.execute(args);
    } catch (Error e) { // the line tells exceptions itself
      return fault(line, e);
    }
  }

  private static int executed(ParseResult parsed) {
    int exit = new CommandLine.RunLast().execute(parsed);
    return Output.isLost(parsed) ? badUse(parsed.commandSpec().commandLine(), LOST) : exit;
  }

  private static int failed(Exception e, CommandLine line, FaultText faults) {
    return faults.of(e).map(known -> badUse(line, known)).orElseGet(() -> fault(line, e));
  }

  private static int fault(CommandLine line, Throwable e) {
    e.printStackTrace(line.getErr());
    line.getErr().flush();
    return ExitCode.FAULT;
  }

  private static int badUse(CommandLine line, String what) {
    line.getErr().println(NAME + ": " + what);
    line.getErr().flush();
    return ExitCode.BAD_USE;
  }

  /** Whether to colour: on a terminal only, and not where NO_COLOR is set. */
  static Ansi ansi() {
    return Ansi.AUTO;
  }
}
