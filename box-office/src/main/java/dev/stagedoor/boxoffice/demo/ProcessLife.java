package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.process.Voice;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The life of one process of the demo: reads its surroundings from standard input, starts its part
 * of the box office, says that it is ready, obeys, and ends at once when its standard input does:
 * the demo is gone then, however it went.
 */
final class ProcessLife {
  private final Voice voice = Voice.takingStandardOutput();
  private final Gate gate = new Gate(voice);
  private final Requests requests = new Requests();

  /** Starts a part of the box office; what is returned is said with {@code ready}. */
  @FunctionalInterface
  interface Part {
    ObjectNode start(Surroundings surroundings, ProcessLife life) throws Exception;
  }

  Voice voice() {
    return voice;
  }

  Requests requests() {
    return requests;
  }

  Witness witness() {
    return new Witness(voice, gate, requests);
  }

  /** Never returns. */
  static void live(Part part) {
    try {
      new ProcessLife().run(part);
      Runtime.getRuntime().halt(0); // nothing may be tidied up once the demo has counted
    } catch (Exception e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1);
    }
  }

  private void run(Part part) throws Exception {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      String first = in.readLine();
      if (first == null) {
        return;
      }
      ObjectNode ready = part.start(Surroundings.read(read(first)), this);
      voice.say(ready.put(Line.EVENT, Line.READY));
      obey(in);
    }
  }

  private void obey(BufferedReader in) throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      gate.obey(read(line));
    }
  }

  private static JsonNode read(String line) {
    return Json.readObject(line.getBytes(StandardCharsets.UTF_8));
  }
}
