package dev.stagedoor.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code jobs}: what an operator asks of jobs. */
@Command(
    name = "jobs",
    description = "Look at jobs.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = ListJobsCommand.class)
public final class JobsCommand implements Runnable {
  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Spec
  private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command");
  }
}
