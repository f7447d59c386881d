package dev.stagedoor.boxoffice.process;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.loop.Ticker;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a process of ours says: one JSON object a line on its standard output, written whole and at
 * once, so that a SIGKILL loses none that was said. Thread-safe.
 */
public final class Voice {
  /** The name of what a line tells. */
  public static final String EVENT = "event";

  /** The event of a process that has started. */
  public static final String READY = "ready";

  private final PrintStream out;

  private Voice(PrintStream out) {
    this.out = out;
  }

  /** Takes standard output for itself; whatever else prints there goes to standard error. */
  public static Voice takingStandardOutput() {
    Voice voice = new Voice(System.out);
    System.setOut(System.err);
    return voice;
  }

  public static Voice on(PrintStream out) {
    return new Voice(out);
  }

  public void say(ObjectNode what) {
    what.put("ms", now());
    byte[] line = (Json.text(what) + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(line, 0, line.length);
      out.flush();
    }
  }

  /** Milliseconds by a clock that all processes of a machine share. */
  public static long now() {
    return Ticker.SYSTEM.nanos() / 1_000_000;
  }

  public static ObjectNode event(String name) {
    return Json.object().put(EVENT, name);
  }
}
