package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.process.Voice;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where the threads of a demo process wait for a word, once a job and a moment are armed. What
 * waits is let go by number, or all of it with a disarm. Thread-safe.
 */
final class Gate {
  private final Voice voice;
  private final Set<Long> waiting = new HashSet<>();
  private @Nullable Target target;
  private long numbers;

  /** A job by the request that it comes from, and the moments that matter. */
  private record Target(String request, String type, Set<Boundary> at) {}

  Gate(Voice voice) {
    this.voice = voice;
  }

  /** Obeys a line; false if it is none for a gate. */
  synchronized boolean obey(JsonNode line) {
    switch (line.path(Line.WORD).asString("")) {
      case Line.ARM -> arm(line);
      case Line.GO -> waiting.remove(line.path("number").longValue());
      case Line.DISARM -> disarm();
      default -> {
        return false;
      }
    }
    notifyAll();
    return true;
  }

  private void arm(JsonNode line) {
    Set<Boundary> at =
        Arrays.stream(line.path("at").asString("").split(",", -1))
            .map(Boundary::valueOf)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Boundary.class)));
    target = new Target(line.path("request").asString(""), line.path("type").asString(""), at);
    voice.say(Voice.event(Line.ARMED).put("number", line.path("number").longValue()));
  }

  private void disarm() {
    target = null;
    waiting.clear();
  }

  /** Nobody is there to give the word any more. */
  synchronized void open() {
    disarm();
    notifyAll();
  }

  /**
   * Says that the job is here and waits for the word, if it is the armed one. An interrupt does not
   * end the wait; the thread has its flag again afterwards.
   *
   * @param about what else to say
   */
  synchronized void pass(Boundary boundary, Requests.@Nullable Job job, ObjectNode about) {
    Target armed = target;
    if (armed == null
        || job == null
        || !armed.at.contains(boundary)
        || !job.request().equals(armed.request)
        || !job.type().equals(armed.type)) {
      return;
    }
    long number = ++numbers;
    waiting.add(number);
    voice.say(about.put(Line.EVENT, Line.WAITING).put("number", number).put("at", boundary.name()));
    awaitWord(number);
  }

  private void awaitWord(long number) {
    boolean interrupted = false;
    while (waiting.contains(number)) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
