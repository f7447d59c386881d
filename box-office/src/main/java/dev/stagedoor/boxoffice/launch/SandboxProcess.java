package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.boxoffice.process.JavaProcess;
import dev.stagedoor.boxoffice.sandbox.MailSandbox;
import dev.stagedoor.boxoffice.sandbox.PayrailSandbox;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A provider, in a process of its own that ends with ours. */
public final class SandboxProcess implements AutoCloseable {
  private static final String READY = "READY ";
  private static final int HEAP_MIB = 64;
  private final Process process;
  private final URI uri;

  private SandboxProcess(Process process, URI uri) {
    this.process = process;
    this.uri = uri;
  }

  /**
   * The mail provider. Returns when it listens.
   *
   * @param log where its standard error goes
   */
  public static SandboxProcess mail(Path log) throws IOException {
    return start(MailSandbox.class, "the mail sandbox", log);
  }

  /** The payment provider; otherwise as {@link #mail}. */
  public static SandboxProcess payrail(Path log) throws IOException {
    return start(PayrailSandbox.class, "Payrail's sandbox", log);
  }

  private static SandboxProcess start(Class<?> main, String name, Path log) throws IOException {
    Process process = JavaProcess.start(main, HEAP_MIB, log, List.of());
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    if (line == null || !line.startsWith(READY)) {
      process.destroyForcibly();
      throw new IOException(name + " did not start: see " + log);
    }
    return new SandboxProcess(process, URI.create(line.substring(READY.length())));
  }

  /** Without a slash at the end. */
  public URI uri() {
    return uri;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
