package dev.stagedoor.boxoffice.sandbox;

import com.sun.net.httpserver.HttpExchange;
import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.loop.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Payrail, a payment provider to try things on, over plain HTTP on the loopback interface. It keeps
 * its keys (for a day, unless told otherwise), books and counts in memory, and moves nobody's
 * money.
 *
 * <pre>
 * POST   /v1/captures        Idempotency-Key: K    {"amountMinor":5000,"currency":"EUR","token":"tok_visa","reference"?}
 *                            201 {"id":"cap_1","key","amountMinor","currency"} · again the same, Idempotency-Replayed: true
 *                            402 {"reason":"card_declined",…}, kept under the key too · 400 · 409 still running · 422 other request
 * POST   /v1/refunds         Idempotency-Key: K    {"amountMinor":500,"currency":"EUR","capture":"cap_1","reference"?}
 *                            as above; 402 {"reason":"more_than_captured"} or "no_such_capture" or "other_currency"
 * GET    /v1/requests?key=K  200, or 402, as it was first answered · 404 never decided · 409 not finished
 * *      /admin/faults       as at the mail sandbox; "reference" too
 * GET    /admin/requests     as at the mail sandbox
 * GET    /admin/counts       {"captures":{"requests","accepted","declined","replays",…,"keys":{K:{…}},"payments":{R:{…}}},
 *                             "refunds":{…},"capturedMinor":{"EUR":5000},"refundedMinor":{"EUR":500}}
 * </pre>
 */
public final class PayrailSandbox implements AutoCloseable {
  private static final String CAPTURES = "/v1/captures";
  private static final String REFUNDS = "/v1/refunds";

  private final Faults faults = new Faults();
  private final Counts captureCounts = new Counts("payments");
  private final Counts refundCounts = new Counts("payments");
  private final PayrailBooks books = new PayrailBooks();
  private final KeyTable keys;
  private final Intake captures;
  private final Intake refunds;
  private final SandboxServer server;

  private PayrailSandbox(SandboxServer server, KeyTable keys) {
    this.server = server;
    this.keys = keys;
    this.captures = new Intake(CAPTURES, keys, faults, captureCounts);
    this.refunds = new Intake(REFUNDS, keys, faults, refundCounts);
    server.provider(CAPTURES, http -> post(http, captures, asked("token", books::capture)));
    server.provider(REFUNDS, http -> post(http, refunds, asked("capture", books::refund)));
    server.at("/v1/requests", this::find);
    server.at("/admin/counts", this::counts);
    server.admin(faults);
  }

  /**
   * Starts on a port of the loopback interface.
   *
   * @param port 0 for any that is free
   * @throws IOException if the port is taken
   */
  public static PayrailSandbox start(int port) throws IOException {
    return start(port, KeyTable.STANDARD_LIFE, Ticker.SYSTEM);
  }

  /** As {@link #start(int)}, with keys that live so long by that clock. */
  static PayrailSandbox start(int port, Duration keysLive, Ticker ticker) throws IOException {
    PayrailSandbox sandbox =
        new PayrailSandbox(SandboxServer.on(port), new KeyTable(keysLive, ticker));
    sandbox.server.start();
    return sandbox;
  }

  /** Without a slash at the end. */
  public URI uri() {
    return server.uri();
  }

  /** Stops at once; requests under way lose their connection. */
  @Override
  public void close() {
    server.close();
  }

  private static @Nullable Answer post(HttpExchange http, Intake intake, Intake.Reader reader)
      throws IOException, InterruptedException {
    if (!http.getRequestMethod().equals("POST")) {
      return Exchange.notAllowed(http, "POST");
    }
    byte[] body = Exchange.body(http);
    return intake.post(http.getRequestHeaders().getFirst(IdempotencyKeyHeader.NAME), body, reader);
  }

  private static Intake.Reader asked(
      String source, BiFunction<String, PaymentOrder, Intake.Decision> decide) {
    return json -> new Asked(PaymentOrder.read(json, source), decide);
  }

  private record Asked(PaymentOrder order, BiFunction<String, PaymentOrder, Intake.Decision> decide)
      implements Intake.Request {
    @Override
    public @Nullable String reference() {
      return order.reference();
    }

    @Override
    public Intake.Decision decide(String key) {
      return decide.apply(key, order);
    }
  }

  private Answer find(HttpExchange http) {
    if (!http.getRequestMethod().equals("GET")) {
      return Exchange.notAllowed(http, "GET");
    }
    String key = SandboxServer.query(http, "key");
    if (key == null) {
      return Answer.problem(400, "Which request?", "give ?key=…");
    }
    Answer first = keys.find(key);
    if (first != null) {
      int status = first.status() == 201 ? 200 : first.status();
      return new Answer(status, first.mediaType(), first.body(), first.headers());
    }
    return keys.knows(key)
        ? Answer.problem(409, "Not finished", "the request under key " + key + " is not finished")
        : Answer.problem(404, "No such request", "nothing was decided under key " + key);
  }

  private Answer counts(HttpExchange http) {
    if (!http.getRequestMethod().equals("GET")) {
      return Exchange.notAllowed(http, "GET");
    }
    ObjectNode json = Json.object();
    json.set("captures", captureCounts.json());
    json.set("refunds", refundCounts.json());
    json.setAll(books.json());
    return Answer.json(200, json);
  }

  /** See {@link SandboxArguments}. */
  public static void main(String[] args) {
    SandboxArguments arguments = SandboxArguments.read(args);
    arguments.run(
        () -> start(arguments.port(), arguments.keysLive(), Ticker.SYSTEM), PayrailSandbox::uri);
  }
}
