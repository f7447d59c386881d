package dev.stagedoor.testkit.interleave;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where in the user's code something was seen, by a stack. */
final class Place {
  private static final List<String> NOT_THE_USERS =
      List.of(
          "java.",
          "jdk.",
          "sun.",
          "org.postgresql.",
          "com.zaxxer.",
          "dev.stagedoor.testkit.world.",
          "dev.stagedoor.testkit.path.",
          "dev.stagedoor.testkit.interleave.");
  private static final int LINES = 12;

  /** A server takes a fiftieth of this to give a new one. */
  private static final long FOR_A_CONNECTION = TimeUnit.SECONDS.toNanos(1);

  private Place() {}

  /** The innermost lines that are neither the JDK's nor the kit's. */
  static String of(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(Place::isUsers)
        .limit(3)
        .map(line -> "at " + shown(line))
        .collect(Collectors.joining("\n"));
  }

  static String whole(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(line -> !isGenerated(line))
        .limit(LINES)
        .map(line -> "    at " + shown(line) + "\n")
        .collect(Collectors.joining());
  }

  /** Without the class loader and the module, which tell nobody anything. */
  private static String shown(StackTraceElement line) {
    return new StackTraceElement(
            line.getClassName(), line.getMethodName(), line.getFileName(), line.getLineNumber())
        .toString();
  }

  /** What stands for a lambda. */
  private static boolean isGenerated(StackTraceElement line) {
    return line.getClassName().contains("$$Lambda");
  }

  private static boolean isUsers(StackTraceElement line) {
    return !isGenerated(line) && NOT_THE_USERS.stream().noneMatch(line.getClassName()::startsWith);
  }

  /** What a run that does not come to its next boundary waits for, if its stack says so. */
  static @Nullable Finding whatItWaitsFor(Run run, long waited) {
    StackTraceElement[] stack = run.thread().getStackTrace();
    if (waited > FOR_A_CONNECTION
        && (run.isWaitingForConnection() || isIn(stack, "getConnection"))) {
      return Finding.of(
          Verdict.POOL_WAIT,
          "run " + run.name() + " waits for a pool to give a connection",
          of(stack));
    }
    if (isIn(stack, "sleep")) {
      return Finding.of(Verdict.SLEEPS, "run " + run.name() + " sleeps", of(stack));
    }
    return null;
  }

  private static boolean isIn(StackTraceElement[] stack, String method) {
    return Arrays.stream(stack).limit(LINES).anyMatch(line -> line.getMethodName().equals(method));
  }
}
