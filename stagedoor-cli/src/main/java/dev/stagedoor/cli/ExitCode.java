package dev.stagedoor.cli;

/** What the process ends with. */
public final class ExitCode {
  /** Done, and nothing found. */
  public static final int OK = 0;

  /** Done, and a problem found: it is told on standard output. */
  public static final int PROBLEM = 1;

  /** Used badly, or a server that does not let the command work: one line on standard error. */
  public static final int BAD_USE = 2;

  /** A fault of this program, told with its stack trace. */
  public static final int FAULT = 70;

  private ExitCode() {}
}
