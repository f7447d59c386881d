package dev.stagedoor.chaos;

import dev.stagedoor.cli.Commands;

/** The command line of the suite: {@code ./stagedoor chaos}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(Commands.run(Commands.of(new ChaosCommand()), args));
  }
}
