package dev.stagedoor.boxoffice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.process.Voice;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

@Timeout(30)
class GateTest {
  private static final Requests.Job JOB = new Requests.Job("demo-1", "render_tickets");

  private final PipedInputStream said = new PipedInputStream();
  private final Gate gate = new Gate(Voice.on(new PrintStream(new PipedOutputStream(said), true)));
  private final BufferedReader lines =
      new BufferedReader(new InputStreamReader(said, StandardCharsets.UTF_8));

  GateTest() throws IOException {}

  @Test
  void whatIsNotArmedPasses() throws Exception {
    gate.pass(Boundary.STARTED, JOB, Json.object());
    arm("demo-1", "render_tickets", "STARTED");
    gate.pass(Boundary.RETURNED, JOB, Json.object());
    gate.pass(Boundary.STARTED, new Requests.Job("demo-2", "render_tickets"), Json.object());
    gate.pass(Boundary.STARTED, new Requests.Job("demo-1", "send_tickets"), Json.object());
    gate.pass(Boundary.STARTED, null, Json.object());
  }

  @Test
  void theArmedJobWaitsUntilItMayGo() throws Exception {
    arm("demo-1", "render_tickets", "STARTED,RETURNED");
    Thread run = passing();

    ObjectNode waiting = next();
    assertThat(waiting.path("event").asString()).isEqualTo("waiting");
    assertThat(waiting.path("at").asString()).isEqualTo("STARTED");
    assertThat(run.isAlive()).isTrue();

    tell(Json.object().put("word", "go").put("number", waiting.path("number").longValue()));
    run.join();
  }

  @Test
  void anInterruptDoesNotEndTheWaitAndIsNotForgotten() throws Exception {
    arm("demo-1", "render_tickets", "STARTED");
    boolean[] interrupted = new boolean[1];
    Thread run =
        new Thread(
            () -> {
              gate.pass(Boundary.STARTED, JOB, Json.object());
              interrupted[0] = Thread.currentThread().isInterrupted();
            });
    run.start();
    next();

    run.interrupt();
    tell(Json.object().put("word", "disarm"));
    run.join();

    assertThat(interrupted[0]).isTrue();
  }

  @Test
  void nobodyWaitsWhereNobodyGivesTheWord() throws Exception {
    arm("demo-1", "render_tickets", "STARTED");
    Thread run = passing();
    next();

    gate.open();

    run.join();
  }

  private Thread passing() {
    Thread run = new Thread(() -> gate.pass(Boundary.STARTED, JOB, Json.object()));
    run.start();
    return run;
  }

  private void arm(String request, String type, String at) throws IOException {
    tell(
        Json.object()
            .put("word", "arm")
            .put("number", 1)
            .put("request", request)
            .put("type", type)
            .put("at", at));
    assertThat(next().path("event").asString()).isEqualTo("armed");
  }

  private void tell(ObjectNode line) {
    assertThat(gate.obey(line)).isTrue();
  }

  private ObjectNode next() throws IOException {
    return Json.readObject(lines.readLine().getBytes(StandardCharsets.UTF_8));
  }
}
