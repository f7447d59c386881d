package dev.stagedoor.boxoffice;

import dev.stagedoor.boxoffice.demo.DemoCommand;
import dev.stagedoor.boxoffice.launch.UpCommand;
import dev.stagedoor.boxoffice.launch.WorkerCommand;
import dev.stagedoor.cli.Commands;
import dev.stagedoor.cli.StagedoorCommand;
import picocli.CommandLine;

/** The command line of the box office, and of Stagedoor beneath it. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    CommandLine line = Commands.of(new StagedoorCommand());
    line.addSubcommand(new UpCommand());
    line.addSubcommand(new WorkerCommand());
    line.addSubcommand(new DemoCommand());
    line.getCommandSpec()
        .usageMessage()
        .footer(
            "",
            "In a checkout, ./stagedoor chaos kills, stops, cuts and wipes; it has its own --help.");
    System.exit(line.execute(args));
  }
}
