package dev.stagedoor.testkit.kill;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The child's side of the pipe to its parent. Whatever the handler prints goes to the error stream,
 * so that nothing but ours is on the other. For the run's thread.
 */
public final class Link {
  private final BufferedReader in;
  private final PrintStream out;

  private Link(BufferedReader in, PrintStream out) {
    this.in = in;
    this.out = out;
  }

  /** Takes over this process's standard input and output. */
  public static Link toParent() {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    return new Link(
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), out);
  }

  /** A line to the parent. */
  public void say(String line) {
    out.println(line);
    out.flush();
  }

  /** A line from the parent. */
  public String hear() {
    try {
      String line = in.readLine();
      if (line == null) {
        throw new IllegalStateException("the parent is gone");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Nullable Object call(Class<?> client, Method method, @Nullable Object[] args) throws Throwable {
    say("CALL " + client.getName() + " " + Calls.signature(method) + " " + Calls.encode(args));
    String answer = hear();
    if (answer.startsWith("THROWN ")) {
      throw Calls.thrown(answer.substring("THROWN ".length()));
    }
    return Calls.decodeOne(method.getGenericReturnType(), answer.substring("OK ".length()));
  }
}
