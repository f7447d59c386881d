package dev.stagedoor.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The promise is 5 s. The limits here only keep a failure from waiting for ever, and the printed
 * time is an upper bound: the JDK looks three times a second whether a process not its own has
 * ended.
 */
class ServerGuardTest {
  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final long SIGINT_BIT = 1L << 1;
  private final List<ProcessHandle> started = new ArrayList<>();

  @AfterEach
  void endWhatAFailureLeft() {
    started.forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void killedProcessLeavesNothing() throws Exception {
    Child child = startChild();
    long before = System.nanoTime();
    child.process().destroyForcibly();
    awaitExit(child.all());
    long millis = (System.nanoTime() - before) / 1_000_000;
    System.out.println("servers and guard were gone within " + millis + " ms of SIGKILL");
    assertThat(child.run()).doesNotExist();
  }

  @Test
  void interruptedProcessStopsItsServersLast() throws Exception {
    Child child = startChild();
    String signal = interruptIsIgnoredHere() ? "TERM" : "INT";
    for (ProcessHandle process : child.all()) {
      assertThat(group(process)).as("out of reach of Ctrl-C").isNotEqualTo(child.process().pid());
    }
    // The whole group, as a terminal does it.
    signal(signal, -child.process().pid());
    assertThat(child.output().readLine())
        .as("while servers still run")
        .isEqualTo("stopping PONG true");
    awaitExit(child.all());
    assertThat(child.process().waitFor()).isEqualTo(signal.equals("INT") ? 130 : 143);
    assertThat(child.run()).doesNotExist();
  }

  @Test
  void guardOutlivesTheTerminalAndKillsWhatDoesNotStop() throws Exception {
    Child child = startChild();
    for (String signal : List.of("INT", "TERM", "HUP")) {
      signal(signal, child.guard().pid());
    }
    signal("STOP", child.redis().pid());
    child.process().destroyForcibly();
    awaitExit(child.all());
    assertThat(child.run()).doesNotExist();
  }

  @Test
  void processIdTakenByAnotherIsLeftAlone() throws Exception {
    Child child = startChild();
    Process bystander = new ProcessBuilder("sleep", "60").start();
    started.add(bystander.toHandle());
    child.redis().destroyForcibly();
    awaitExit(List.of(child.redis()));
    Files.writeString(child.redisHome().resolve("redis.pid"), bystander.pid() + "\n");
    child.process().destroyForcibly();
    awaitExit(child.all());
    assertThat(child.run()).doesNotExist();
    assertThat(bystander.isAlive()).isTrue();
  }

  @Test
  void killedGuardIsReplacedByTheNextStart() throws Exception {
    RedisServer first = RedisServer.start();
    ProcessHandle killed = guard();
    killed.destroyForcibly();
    awaitExit(List.of(killed));
    RedisServer second = RedisServer.start();
    assertThat(guard()).isNotEqualTo(killed);
    assertThat(second.home().resolveSibling("x")).isEqualTo(first.home().resolveSibling("x"));
    first.close();
    assertThat(guard().isAlive()).isTrue();
    second.close();
  }

  private static ProcessHandle guard() {
    return Objects.requireNonNull(ServerGuard.process());
  }

  private record Child(
      Process process,
      BufferedReader output,
      ProcessHandle postgres,
      ProcessHandle redis,
      ProcessHandle guard,
      Path redisHome) {
    List<ProcessHandle> all() {
      return List.of(postgres, redis, guard);
    }

    Path run() {
      return redisHome.resolve("..").normalize();
    }
  }

  private Child startChild() throws IOException {
    List<String> java =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            ServersChild.class.getName());
    Process process =
        new ProcessBuilder(OwnSession.of(java))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    started.add(process.toHandle());
    BufferedReader output = process.inputReader();
    try (Scanner line = new Scanner(output.readLine())) {
      Child child =
          new Child(process, output, next(line), next(line), next(line), Path.of(line.next()));
      started.addAll(child.all());
      return child;
    }
  }

  private static ProcessHandle next(Scanner line) {
    return ProcessHandle.of(line.nextLong()).orElseThrow();
  }

  private static void awaitExit(List<ProcessHandle> processes) throws Exception {
    CompletableFuture<?>[] exits =
        processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(exits).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private static void signal(String name, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-s", name, "--", Long.toString(pid)).start().waitFor())
        .isZero();
  }

  private static long group(ProcessHandle process) throws IOException {
    List<String> ps = List.of("ps", "-o", "pgid=", "-p", Long.toString(process.pid()));
    try (BufferedReader output = new ProcessBuilder(ps).start().inputReader()) {
      return Long.parseLong(output.readLine().strip());
    }
  }

  /** A shell that runs us in the background without job control has us ignore Ctrl-C. */
  private static boolean interruptIsIgnoredHere() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(
                line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGINT_BIT) != 0);
  }
}
