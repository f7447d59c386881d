package dev.stagedoor.boxoffice.sandbox;

import com.sun.net.httpserver.HttpExchange;
import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.loop.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A mail provider to try things on, over plain HTTP on the loopback interface. It keeps its keys
 * (for a day, unless told otherwise) and counts in memory, and sends nothing to anybody.
 *
 * <pre>
 * POST   /v1/messages             Idempotency-Key: K    {"from":{"email"},"to":{"name","email"},"subject","text","reference",…}
 *                                 201 {"id","key"} · again the same, Idempotency-Replayed: true · 400 no key · 409 still running · 422 other request
 * GET    /v1/messages?key=K       200 {"id","key"} · 404 never accepted · 409 not finished
 * POST   /admin/faults            {"loseReplies":2} · {"holdReplies":1,"holdMs":900} · {"answer":429,"times":3,"retryAfter":1}
 *                                 {"delayMs":50} or {"delayMs":50,"times":3} · each with "key":"K" or "reference":"R" for those only
 * GET    /admin/faults            those still to come
 * DELETE /admin/faults            none any more; ends the waits they have caused
 * GET    /admin/counts            {"requests","accepted","replays","overlaps",…,"keys":{K:{…}},"references":{R:accepted},"mails":{R:{…}}}
 * GET    /admin/requests          {"requests":[{"path","key","requestId","traceparent"}]}, the last 1000 that were posted
 * GET    /admin/counts?requests=N the same, as soon as N requests have come, at the latest after 30 s
 * </pre>
 */
public final class MailSandbox implements AutoCloseable {
  private static final Duration LONGEST_POLL = Duration.ofSeconds(30);

  private final Faults faults = new Faults();
  private final Counts counts = new Counts("mails");
  private final Messages messages;
  private final SandboxServer server;

  private MailSandbox(SandboxServer server, Duration keysLive) {
    this.server = server;
    this.messages = new Messages(new KeyTable(keysLive, Ticker.SYSTEM), faults, counts);
    server.provider(Messages.PATH, this::messages);
    server.at("/admin/counts", this::counts);
    server.admin(faults);
  }

  /**
   * Starts on a port of the loopback interface.
   *
   * @param port 0 for any that is free
   * @throws IOException if the port is taken
   */
  public static MailSandbox start(int port) throws IOException {
    return start(port, KeyTable.STANDARD_LIFE);
  }

  private static MailSandbox start(int port, Duration keysLive) throws IOException {
    MailSandbox sandbox = new MailSandbox(SandboxServer.on(port), keysLive);
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

  private @Nullable Answer messages(HttpExchange http) throws IOException, InterruptedException {
    switch (http.getRequestMethod()) {
      case "POST":
        byte[] body = Exchange.body(http);
        return messages.post(http.getRequestHeaders().getFirst(IdempotencyKeyHeader.NAME), body);
      case "GET":
        String key = SandboxServer.query(http, "key");
        return key == null
            ? Answer.problem(400, "Which message?", "give ?key=…")
            : messages.find(key);
      default:
        return Exchange.notAllowed(http, "GET, POST");
    }
  }

  private Answer counts(HttpExchange http) throws InterruptedException {
    if (!http.getRequestMethod().equals("GET")) {
      return Exchange.notAllowed(http, "GET");
    }
    String requests = SandboxServer.query(http, "requests");
    if (requests != null) {
      if (!requests.matches("[0-9]{1,9}")) {
        return Answer.problem(400, "How many?", "requests=" + requests + ": give a whole number");
      }
      counts.awaitRequests(Integer.parseInt(requests), LONGEST_POLL);
    }
    return Answer.json(200, counts.json());
  }

  /** See {@link SandboxArguments}. */
  public static void main(String[] args) {
    SandboxArguments arguments = SandboxArguments.read(args);
    arguments.run(() -> start(arguments.port(), arguments.keysLive()), MailSandbox::uri);
  }
}
