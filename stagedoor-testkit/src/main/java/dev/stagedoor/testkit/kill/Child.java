package dev.stagedoor.testkit.kill;

import dev.stagedoor.testkit.interleave.Death.Passed;
import dev.stagedoor.testkit.world.Boundary;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A child process, from the parent's side. For one thread. */
public final class Child implements AutoCloseable {
  private static final Duration LONGEST_STEP = Duration.ofSeconds(30);

  private final Process process;
  private final BufferedReader from;
  private final BufferedWriter to;

  private Child(Process process) {
    this.process = process;
    this.from =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.to =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  /** Starts it; it gets ready by itself. What it prints as errors goes to this process's. */
  public static Child start(List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return new Child(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /**
   * Lets it run to a boundary, doing its calls meanwhile.
   *
   * @param models the model behind a client
   * @return the boundaries that it has come to; at the last it waits to be killed, unless they are
   *     fewer: then it has ended
   */
  public List<Passed> runTo(int boundary, Function<Class<?>, Object> models) throws Exception {
    expect("READY");
    say("GO " + boundary);
    List<Passed> passed = new ArrayList<>();
    while (true) {
      String line = hear();
      if (line.startsWith("AT ")) {
        passed.add(passed(line));
        return passed;
      } else if (line.startsWith("PASSES ")) {
        passed.add(passed(line));
      } else if (line.startsWith("CALL ")) {
        say(answer(line.split(" ", 4), models));
      } else if (line.equals("ENDED")) {
        return passed;
      } else {
        throw new IllegalStateException("the child process says: " + line);
      }
    }
  }

  private static Passed passed(String line) {
    String[] words = line.split(" ", 3);
    String[] what = words[2].split(Doomed.BETWEEN, -1);
    return new Passed(Boundary.Kind.valueOf(words[1]), what[0], what[1]);
  }

  private static String answer(String[] call, Function<Class<?>, Object> models) throws Exception {
    Class<?> client = Class.forName(call[1]);
    Method method = Calls.method(client, call[2]);
    try {
      Object answer = method.invoke(models.apply(client), Calls.decode(method, call[3]));
      return "OK " + Calls.encodeOne(answer);
    } catch (InvocationTargetException e) {
      return "THROWN " + Calls.encode(Objects.requireNonNull(e.getCause()));
    }
  }

  private void expect(String word) throws IOException {
    String line = hear();
    if (!line.equals(word)) {
      throw new IllegalStateException("the child process says: " + line);
    }
  }

  /** The reader's thread ends when the process is killed, as every child is. */
  private @Nullable String readLine() throws IOException {
    CompletableFuture<@Nullable String> read = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                read.complete(from.readLine());
              } catch (IOException e) {
                read.completeExceptionally(e);
              }
            },
            "reads from a child");
    reader.setDaemon(true);
    reader.start();
    try {
      return read.get(LONGEST_STEP.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "the child process did not come to its next boundary within " + LONGEST_STEP, e);
    } catch (ExecutionException e) {
      throw new IOException("the child process cannot be heard", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the child process was heard", e);
    }
  }

  private String hear() throws IOException {
    String line = readLine();
    if (line == null) {
      throw new IllegalStateException(
          "the child process ended by itself, its error output tells why");
    }
    return line;
  }

  private void say(String line) throws IOException {
    to.write(line + "\n");
    to.flush();
  }

  /** Waits until it has ended by itself; what it does at the end may take a while. */
  public void awaitEnd() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("process " + process.pid() + " does not end");
    }
  }

  /** SIGKILL, and waits until the process is gone. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("process " + process.pid() + " outlives SIGKILL");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
