package dev.stagedoor.boxoffice.sandbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.stagedoor.boxoffice.http.IdempotencyKeyHeader;
import dev.stagedoor.boxoffice.http.Json;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A mail provider to try things on, over plain HTTP on the loopback interface. It keeps its keys
 * and counts in memory, for as long as it runs, and sends nothing to anybody.
 *
 * <p>The JDK's own HTTP server: it starts in a blink, needs no memory to speak of, and lets a
 * connection be closed without an answer, which servlet containers do not like to do.
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
 * GET    /admin/counts?requests=N the same, as soon as N requests have come, at the latest after 30 s
 * </pre>
 */
public final class MailSandbox implements AutoCloseable {
  private static final Duration LONGEST_POLL = Duration.ofSeconds(30);
  private static final Pattern QUERY = Pattern.compile("(key|requests)=([^&=]{1,255})");

  private final Faults faults = new Faults();
  private final Counts counts = new Counts();
  private final Messages messages = new Messages(faults, counts);
  private final HttpServer server;
  private final ExecutorService threads;

  private MailSandbox(HttpServer server) {
    this.server = server;
    this.threads =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "sandbox");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    server.createContext("/", (Exchange) this::unknown);
    server.createContext("/v1/messages", (Exchange) this::messages);
    server.createContext("/admin/faults", (Exchange) this::faults);
    server.createContext("/admin/counts", (Exchange) this::counts);
  }

  /**
   * Starts on a port of the loopback interface.
   *
   * @param port 0 for any that is free
   * @throws IOException if the port is taken
   */
  public static MailSandbox start(int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    MailSandbox sandbox = new MailSandbox(HttpServer.create(address, 0));
    sandbox.server.start();
    return sandbox;
  }

  /** Without a slash at the end. */
  public URI uri() {
    InetSocketAddress address = server.getAddress();
    return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
  }

  /** Stops at once; requests under way lose their connection. */
  @Override
  public void close() {
    threads.shutdownNow();
    server.stop(0);
  }

  private @Nullable Answer messages(HttpExchange http) throws IOException, InterruptedException {
    if (!http.getRequestURI().getPath().equals("/v1/messages")) {
      return unknown(http);
    }
    switch (http.getRequestMethod()) {
      case "POST":
        byte[] body = Exchange.body(http);
        return messages.post(http.getRequestHeaders().getFirst(IdempotencyKeyHeader.NAME), body);
      case "GET":
        String key = query(http, "key");
        return key == null
            ? Answer.problem(400, "Which message?", "give ?key=…")
            : messages.find(key);
      default:
        return Exchange.notAllowed(http, "GET, POST");
    }
  }

  private Answer faults(HttpExchange http) throws IOException {
    switch (http.getRequestMethod()) {
      case "GET":
        break;
      case "POST":
        new FaultOrder(Json.readObject(Exchange.body(http))).placeIn(faults);
        break;
      case "DELETE":
        faults.clear();
        break;
      default:
        return Exchange.notAllowed(http, "DELETE, GET, POST");
    }
    return Answer.json(200, Json.object().set("faults", faults.json()));
  }

  private Answer counts(HttpExchange http) throws InterruptedException {
    if (!http.getRequestMethod().equals("GET")) {
      return Exchange.notAllowed(http, "GET");
    }
    String requests = query(http, "requests");
    if (requests != null) {
      if (!requests.matches("[0-9]{1,9}")) {
        return Answer.problem(400, "How many?", "requests=" + requests + ": give a whole number");
      }
      counts.awaitRequests(Integer.parseInt(requests), LONGEST_POLL);
    }
    return Answer.json(200, counts.json());
  }

  private Answer unknown(HttpExchange http) {
    return Answer.problem(
        404,
        "Not here",
        http.getRequestURI().getPath() + ": use /v1/messages, /admin/faults or /admin/counts");
  }

  private static @Nullable String query(HttpExchange http, String name) {
    String query = http.getRequestURI().getQuery();
    Matcher matcher = QUERY.matcher(query == null ? "" : query);
    return matcher.matches() && matcher.group(1).equals(name) ? matcher.group(2) : null;
  }

  /**
   * Runs until whoever started it is gone: {@code [--port N] [--parent PID]}. Prints {@code READY}
   * and its address as one line. Without {@code --parent} it ends when its standard input does.
   */
  public static void main(String[] args) throws IOException {
    SandboxArguments arguments = SandboxArguments.read(args);
    try (MailSandbox sandbox = start(arguments.port())) {
      System.out.println("READY " + sandbox.uri());
      System.out.flush();
      arguments.awaitEndOfParent();
    } catch (BindException e) {
      System.err.println("port " + arguments.port() + " is taken: give another with --port");
      System.exit(2);
    }
    System.exit(0);
  }
}
