package dev.stagedoor.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A command run in this process, and what it said. */
record CommandLines(int exit, String out, String err) {
  static CommandLines run(String... args) {
    return run(Commands.of(new StagedoorCommand()), args);
  }

  static CommandLines run(CommandLine line, String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int exit = Commands.run(line, args);
    return new CommandLines(exit, out.toString(), err.toString());
  }
}
