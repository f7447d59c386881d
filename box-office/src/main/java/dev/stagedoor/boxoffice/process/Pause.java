package dev.stagedoor.boxoffice.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A process that is stopped (SIGSTOP), until closed (SIGCONT).
 *
 * <p>A stopped process cannot see that whoever started it is gone. So a small shell stops it and
 * waits on a pipe whose other end only we hold: however we end, the kernel closes the pipe and the
 * shell continues the process, which then ends by itself.
 */
public final class Pause implements AutoCloseable {
  private static final String SCRIPT =
      "trap '' INT HUP TERM; kill -STOP \"$1\" || exit 1; echo stopped; read -r _; kill -CONT \"$1\"";

  private final Process shell;

  private Pause(Process shell) {
    this.shell = shell;
  }

  /** Returns when the process has been told to stop. */
  public static Pause of(long pid) throws IOException {
    Process shell =
        new ProcessBuilder(List.of("/bin/sh", "-c", SCRIPT, "sh", Long.toString(pid)))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader said = shell.inputReader(StandardCharsets.UTF_8);
    if (said.readLine() == null) {
      throw new IOException("process " + pid + " cannot be stopped");
    }
    return new Pause(shell);
  }

  /** Returns when the process has been told to go on. */
  @Override
  public void close() throws IOException {
    shell.getOutputStream().close();
    shell.onExit().join();
  }
}
