package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.loop.Ticker;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a process of the demo says: one JSON object a line on its standard output, written whole and
 * at once, so that a SIGKILL loses none that was said. Thread-safe.
 */
final class Voice {
  private final PrintStream out;

  private Voice(PrintStream out) {
    this.out = out;
  }

  /** Takes standard output for itself; whatever else prints there goes to standard error. */
  static Voice takingStandardOutput() {
    Voice voice = new Voice(System.out);
    System.setOut(System.err);
    return voice;
  }

  static Voice on(PrintStream out) {
    return new Voice(out);
  }

  void say(ObjectNode what) {
    what.put("ms", now());
    byte[] line = (Json.text(what) + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(line, 0, line.length);
      out.flush();
    }
  }

  /** Milliseconds by a clock that all processes of a machine share. */
  static long now() {
    return Ticker.SYSTEM.nanos() / 1_000_000;
  }

  static ObjectNode event(String name) {
    return Json.object().put(Line.EVENT, name);
  }
}
