package dev.stagedoor.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The top of the command line. */
@Command(
    name = "stagedoor",
    description = "Background jobs whose effects happen once.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Version.class,
    subcommands = {JobsCommand.class, MigrateCommand.class, ReplayCommand.class, HelpCommand.class})
public final class StagedoorCommand implements Runnable {
  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Spec
  private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Tell what there is to say, and do nothing.")
  private boolean help;

  @Option(names = "--version", versionHelp = true, description = "Tell the version.")
  private boolean version;

  /** The command line by itself, for a process that needs no other commands. */
  public static void main(String[] args) {
    System.exit(Commands.run(Commands.of(new StagedoorCommand()), args));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
