package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks Payrail what it really captured, and for faults. Thread-safe. */
final class PayrailAdmin {
  private static final int WARM_UP_CAPTURES = 50;
  private final SandboxCalls calls;

  PayrailAdmin(HttpClient http, URI sandbox) {
    this.calls = new SandboxCalls(http, sandbox);
  }

  /** As {@link SandboxAdmin#warmUp}. */
  void warmUp() throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UP_CAPTURES; i++) {
      ObjectNode capture = Json.object().put("amountMinor", 1).put("currency", "EUR");
      capture.put("token", "tok_warm_up").put("reference", SandboxAdmin.WARM_UP + i);
      calls.send("/v1/captures", SandboxAdmin.WARM_UP + i, capture);
    }
  }

  /** So many captures happen whose replies get lost. */
  void loseReplies(int count) throws IOException, InterruptedException {
    calls.fault(Json.object().put("loseReplies", count));
  }

  /** Captures by the public ids of their orders, in Payrail's own count. */
  JsonNode captures() throws IOException, InterruptedException {
    return calls.counts().path("captures").path("payments");
  }
}
