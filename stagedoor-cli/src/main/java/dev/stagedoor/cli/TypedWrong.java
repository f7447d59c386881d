package dev.stagedoor.cli;

import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The line for arguments that cannot be read: the value, the mend, and where help is. */
final class TypedWrong {
  private static final Set<Class<?>> INTS = Set.of(int.class, Integer.class);
  private static final Set<Class<?>> LONGS = Set.of(long.class, Long.class);
  private static final Set<Class<?>> SWITCHES = Set.of(boolean.class, Boolean.class);

  private TypedWrong() {}

  static String line(ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    return PlainText.of(what(e)) + ": see `" + command + " --help`";
  }

  /** There is no command of this name below that one. */
  static String noCommand(String name, CommandLine below) {
    Set<String> known = below.getSubcommands().keySet();
    return "no command \""
        + name
        + "\": there "
        + (known.size() == 1 ? "is " : "are ")
        + String.join(", ", known);
  }

  private static String what(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched(shown(unmatched.getUnmatched().get(0)), unmatched);
    }
    if (e instanceof OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + ": give it once";
    }
    if (e instanceof MissingParameterException none && none.getMissing().size() == 1) {
      return missing(none.getMissing().get(0), String.valueOf(e.getMessage()));
    }
    ArgSpec argument = e.getArgSpec();
    return argument == null ? String.valueOf(e.getMessage()) : value(argument, e);
  }

  private static String unmatched(String argument, UnmatchedArgumentException e) {
    if (e.isUnknownOption()) {
      return "no option \"" + argument.split("=", 2)[0] + "\"";
    }
    return e.getCommandLine().getSubcommands().isEmpty()
        ? "\"" + argument + "\" is not asked for: leave it out"
        : noCommand(argument, e.getCommandLine());
  }

  /** Whatever was typed in the wrong place may be a URL with a password. */
  private static String shown(String typed) {
    return typed.replaceAll("//\\S*@", "//…@").replaceAll("(?i)(password=)[^&]*", "$1…");
  }

  /** Either the option is missing, which picocli tells well, or what must follow it. */
  private static String missing(ArgSpec argument, String told) {
    return told.startsWith("Missing required option") ? told : name(argument) + ": give a value";
  }

  private static String value(ArgSpec argument, ParameterException e) {
    String name = name(argument);
    String given = name + " " + shown(String.valueOf(e.getValue()));
    Class<?> type = argument.type();
    if (INTS.contains(type)) {
      return given + ": give a whole number" + range(e, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (LONGS.contains(type)) {
      return given + ": give a whole number" + range(e, Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (SWITCHES.contains(type)) {
      return given + ": give true or false";
    }
    if (type == URI.class) {
      return given + ": give a URL";
    }
    return e.getCause() instanceof TypeConversionException ours
        ? name + ": " + ours.getMessage() // names the value, or hides the password in it
        : String.valueOf(e.getMessage());
  }

  private static String range(ParameterException e, long least, long most) {
    String value = String.valueOf(e.getValue());
    return value.matches("[-+]?[0-9]+") ? ", " + least + " to " + most : "";
  }

  private static String name(@Nullable ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? option.longestName()
        : argument == null ? "an option" : argument.paramLabel();
  }
}
