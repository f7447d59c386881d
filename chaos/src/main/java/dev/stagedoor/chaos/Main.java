package dev.stagedoor.chaos;

import dev.stagedoor.cli.Commands;

/** The command line of the suite: {@code ./stagedoor chaos}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    // What the struck processes log goes into files of theirs, by the box office's configuration.
    System.setProperty("logback.configurationFile", "dev/stagedoor/chaos/logback.xml");
    System.exit(Commands.run(Commands.of(new ChaosCommand()), args));
  }
}
