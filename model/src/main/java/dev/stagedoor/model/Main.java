package dev.stagedoor.model;

import java.io.PrintStream;
import java.util.Locale;

/** Explores and prints; {@code README.md} says how it is called. */
public final class Main {
  private static final String USAGE =
      """
      scenarios [part of a name]   explores them with all rules on
      rules [part of a name, R7]   explores what is missed without a rule, and with it
      """;

  private final PrintStream out;
  private boolean asExpected = true;

  private Main(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] arguments) {
    System.exit(run(System.out, arguments));
  }

  /** Returns 0 if all is as expected, 1 if not, 2 for a command that there is not. */
  static int run(PrintStream out, String... arguments) {
    String part = arguments.length > 1 ? arguments[1].toLowerCase(Locale.ROOT) : "";
    Main main = new Main(out);
    switch (arguments.length == 0 ? "" : arguments[0]) {
      case "scenarios" -> main.scenarios(part);
      case "rules" -> main.rules(part);
      default -> {
        out.print(USAGE);
        return 2;
      }
    }
    return main.asExpected ? 0 : 1;
  }

  private void scenarios(String part) {
    Scenarios.all().stream()
        .filter(scenario -> scenario.name().toLowerCase(Locale.ROOT).contains(part))
        .forEach(scenario -> explore(scenario, true));
  }

  private void rules(String part) {
    for (Removal removal : Removal.ALL) {
      if (isAskedFor(removal.rule(), part)) {
        out.println(removal.rule() + ": without it, " + removal.rule().without() + ".");
        explore(removal.without(), false);
        out.println("  With it:");
        explore(removal.scenario(), true);
        out.println();
      }
    }
  }

  private static boolean isAskedFor(Rule rule, String part) {
    return part.equals("r" + rule.number()) || rule.name().toLowerCase(Locale.ROOT).contains(part);
  }

  private void explore(Scenario scenario, boolean holds) {
    Exploration exploration = Exploration.of(scenario);
    out.println(exploration.text());
    asExpected &= exploration.holds() == holds;
  }
}
