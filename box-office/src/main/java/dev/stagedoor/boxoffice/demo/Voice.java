package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.Json;
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

  void say(ObjectNode what) {
    byte[] line = (Json.text(what) + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(line, 0, line.length);
      out.flush();
    }
  }

  static ObjectNode event(String name) {
    return Json.object().put(Line.EVENT, name);
  }
}
