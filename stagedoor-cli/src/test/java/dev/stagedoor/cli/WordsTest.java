package dev.stagedoor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The words for what was typed wrong: the value, and the mend. */
class WordsTest {
  private static final String NO_INT = "give a whole number, -2147483648 to 2147483647";

  @Command(name = "sell")
  private static final class Sell implements Runnable {
    @Option(names = "--orders")
    int orders;

    @Option(names = "--seed")
    @Nullable Long seed;

    @Option(names = "--mail")
    @Nullable URI mail;

    @Option(names = "--json")
    boolean json;

    @Override
    public void run() {}
  }

  private static CommandLines run(String text) {
    CommandLine line = Commands.of(new StagedoorCommand());
    line.addSubcommand(new Sell());
    return CommandLines.run(line, text.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nope|no command \"nope\": there are jobs, migrate, replay, help, sell: see `stagedoor --help`",
        "jobs nope|no command \"nope\": there is list: see `stagedoor jobs --help`",
        "help nope|no command \"nope\": there are jobs, migrate, replay, help, sell: see `stagedoor --help`",
        "help jobs nope|no command \"nope\": there is list: see `stagedoor jobs --help`",
        "sell nope|\"nope\" is not asked for: leave it out: see `stagedoor sell --help`",
        "sell --nope|no option \"--nope\": see `stagedoor sell --help`",
        "--nope sell|no option \"--nope\": see `stagedoor --help`",
        "sell --nope=secret|no option \"--nope\": see `stagedoor sell --help`",
        "sell redis://:secret@h|\"redis://…@h\" is not asked for: leave it out: see `stagedoor sell"
            + " --help`",
        "sell --orders redis://:secret@h|--orders redis://…@h: give a whole number: see `stagedoor"
            + " sell --help`",
        "sell --orders x|--orders x: give a whole number: see `stagedoor sell --help`",
        "sell --orders 1.5|--orders 1.5: give a whole number: see `stagedoor sell --help`",
        "sell --seed x|--seed x: give a whole number: see `stagedoor sell --help`",
        "sell --orders 9999999999|--orders 9999999999: " + NO_INT + ": see `stagedoor sell --help`",
        "sell --mail ^|--mail ^: give a URL: see `stagedoor sell --help`",
        "sell --json=x|--json x: give true or false: see `stagedoor sell --help`",
        "sell --orders|--orders: give a value: see `stagedoor sell --help`",
        "sell --orders 1 --orders 2|--orders: give it once: see `stagedoor sell --help`",
      })
  void nameTheValueAndTheMend(String typed, String line) {
    assertThat(run(typed)).isEqualTo(new CommandLines(2, "", "stagedoor: " + line + "\n"));
  }

  @Test
  void theVersionIsTheBuilds() {
    CommandLines told = run("--version");

    assertThat(told.exit()).isZero();
    assertThat(told.out()).matches("stagedoor [0-9]+\\.[0-9]+\\.[0-9]+(-[A-Z]+)?\n");
  }

  @ParameterizedTest
  @CsvSource({"help,--help", "help jobs,jobs --help", "help jobs list,jobs list --help"})
  void helpIsTheSameAsACommandAndAsAnOption(String command, String option) {
    CommandLines told = run(command);

    assertThat(told.exit()).isZero();
    assertThat(told.out()).startsWith("Usage: stagedoor ").isEqualTo(run(option).out());
  }
}
