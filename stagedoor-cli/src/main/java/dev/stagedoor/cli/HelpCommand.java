package dev.stagedoor.cli;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code help}: as {@code --help} of the command whose words follow. */
@Command(name = "help", description = "Tell what a command does: help jobs list.")
final class HelpCommand implements Runnable {
  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Spec
  private CommandSpec spec;

  @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "The words of the command.")
  private List<String> words = List.of();

  @Override
  public void run() {
    CommandLine asked = spec.commandLine().getParent();
    for (String word : words) {
      CommandLine next = asked.getSubcommands().get(word);
      if (next == null) {
        throw new ParameterException(asked, TypedWrong.noCommand(word, asked));
      }
      asked = next;
    }
    asked.usage(spec.commandLine().getOut(), Commands.ansi());
  }
}
