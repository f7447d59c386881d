package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.http.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** Asks the mail sandbox what it really did, and for faults. Thread-safe. */
final class SandboxAdmin {
  /** Begins the reference of each mail that is not an order's. */
  static final String WARM_UP = "warm-up-";

  private static final int WARM_UP_MAILS = 50;
  private final SandboxCalls calls;

  SandboxAdmin(HttpClient http, URI sandbox) {
    this.calls = new SandboxCalls(http, sandbox);
  }

  /**
   * A provider has been running for a while when our mails come: its first answers, from cold code
   * on a busy machine, would come after the send time-out.
   */
  void warmUp() throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UP_MAILS; i++) {
      ObjectNode mail = Json.object().put("subject", "Warm-up").put("text", "");
      mail.put("reference", WARM_UP + i);
      mail.putObject("from").put("email", "demo@stagedoor.example");
      mail.putObject("to").put("email", "demo@stagedoor.example");
      calls.send("/v1/messages", WARM_UP + i, mail);
    }
  }

  /** See {@code GET /admin/counts}. */
  ObjectNode counts() throws IOException, InterruptedException {
    return calls.counts();
  }

  /** The next mail with this reference is accepted, and answered so much later. */
  void holdReply(String reference, Duration hold) throws IOException, InterruptedException {
    fault(Json.object().put("holdReplies", 1).put("holdMs", hold.toMillis()), reference);
  }

  /** The next mail with this reference is accepted so much later. */
  void delay(String reference, Duration delay) throws IOException, InterruptedException {
    fault(Json.object().put("delayMs", delay.toMillis()).put("times", 1), reference);
  }

  private void fault(ObjectNode fault, String reference) throws IOException, InterruptedException {
    calls.fault(fault.put("reference", reference));
  }

  /** No faults any more; what waits because of one goes on. */
  void clearFaults() throws IOException, InterruptedException {
    calls.clearFaults();
  }
}
