package dev.stagedoor.boxoffice.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SandboxProcessTest {
  @Test
  void endsWhenItsStandardInputDoes() throws Exception {
    Process sandbox = start();
    try {
      URI uri = readAddress(sandbox);
      assertThat(new SandboxClient(uri).counts().path("requests").intValue()).isZero();

      sandbox.getOutputStream().close();

      assertThat(sandbox.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(sandbox.exitValue()).isZero();
    } finally {
      sandbox.destroyForcibly();
    }
  }

  @Test
  void endsWithTheProcessItWasToldToFollow() throws Exception {
    Process followed = new ProcessBuilder("cat").start();
    Process sandbox = start("--parent", Long.toString(followed.pid()));
    try {
      readAddress(sandbox);

      followed.destroyForcibly();

      assertThat(sandbox.waitFor(20, TimeUnit.SECONDS)).isTrue();
    } finally {
      followed.destroyForcibly();
      sandbox.destroyForcibly();
    }
  }

  @Test
  void payrailIsAProcessOfItsOwnToo() throws Exception {
    Process sandbox = start(PayrailSandbox.class, "--keys-live", "60");
    try {
      URI uri = readAddress(sandbox);

      assertThat(new SandboxClient(uri).counts().at("/captures/requests").isInt()).isTrue();
    } finally {
      sandbox.destroyForcibly();
    }
  }

  @Test
  void badArgumentsAreOneLineAndExitCodeTwo() throws Exception {
    Process sandbox = start("--port", "many");

    assertThat(sandbox.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(sandbox.exitValue()).isEqualTo(2);
    assertThat(new String(sandbox.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("--port many: give a whole number\n");
  }

  private static URI readAddress(Process sandbox) throws IOException {
    BufferedReader lines = sandbox.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    assertThat(line).startsWith("READY http://127.0.0.1:");
    return URI.create(line.substring("READY ".length()));
  }

  private static Process start(String... arguments) throws IOException {
    return start(MailSandbox.class, arguments);
  }

  private static Process start(Class<?> main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }
}
