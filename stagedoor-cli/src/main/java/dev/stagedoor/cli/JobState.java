package dev.stagedoor.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The states of a job as the view {@code stagedoor.jobs} gives them. */
enum JobState {
  WAITING,
  DUE,
  PUBLISHED,
  PARKED,
  DEAD,
  COMPLETED,
  CANCELLED;

  /** As stored and shown. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static String words() {
    return Arrays.stream(values()).map(JobState::word).collect(Collectors.joining(", "));
  }

  /** For options. */
  static final class Converter implements ITypeConverter<JobState> {
    @Override
    public JobState convert(String text) {
      return Arrays.stream(values())
          .filter(s -> s.word().equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "\"" + text + "\" is no state of a job; give one of " + words()));
    }
  }
}
