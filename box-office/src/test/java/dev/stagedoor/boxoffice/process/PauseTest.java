package dev.stagedoor.boxoffice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PauseTest {
  @Test
  void aStoppedProcessDoesNothingUntilItIsContinued() throws Exception {
    Process echo = new ProcessBuilder("cat").start();
    try (BufferedReader lines = echo.inputReader(StandardCharsets.UTF_8)) {
      say(echo, "one");
      assertThat(lines.readLine()).isEqualTo("one");

      try (Pause stopped = Pause.of(echo.pid())) {
        say(echo, "two");
        assertThat(state(echo)).startsWith("T");
        assertThat(lines.ready()).isFalse();
      }

      assertThat(lines.readLine()).isEqualTo("two");
    } finally {
      echo.destroyForcibly();
    }
  }

  @Test
  void aProcessThatIsGoneCannotBeStopped() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();

    assertThatThrownBy(() -> Pause.of(gone.pid())).isInstanceOf(IOException.class);
  }

  private static void say(Process echo, String line) throws IOException {
    OutputStream in = echo.getOutputStream();
    in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  private static String state(Process process) throws IOException {
    Process ps =
        new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(process.pid())).start();
    return new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
  }
}
