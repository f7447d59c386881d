package dev.stagedoor.boxoffice.sandbox;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.stagedoor.boxoffice.http.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What every sandbox is: an HTTP server on the loopback interface, with faults on demand.
 *
 * <p>The JDK's own HTTP server: it starts in a blink, needs no memory to speak of, and lets a
 * connection be closed without an answer, which servlet containers do not like to do.
 */
final class SandboxServer implements AutoCloseable {
  private static final Pattern QUERY = Pattern.compile("([a-z]+)=([^&=]{1,255})");

  static {
    // Head and body of an answer are two packets: with Nagle's algorithm the second one waits for
    // the first one's delayed acknowledgement, 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final Set<String> paths = new TreeSet<>();
  private final Received received = new Received();
  private final HttpServer server;
  private final ExecutorService threads;

  private SandboxServer(HttpServer server) {
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
  }

  /**
   * Takes a port of the loopback interface; {@link #start} it when its endpoints are there.
   *
   * @param port 0 for any that is free
   * @throws IOException if the port is taken
   */
  static SandboxServer on(int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new SandboxServer(HttpServer.create(address, 0));
  }

  /** Serves this at that path, and nothing below it. */
  void at(String path, Exchange exchange) {
    paths.add(path);
    server.createContext(
        path,
        (Exchange)
            http ->
                http.getRequestURI().getPath().equals(path)
                    ? exchange.answer(http)
                    : unknown(http));
  }

  /** Serves {@code /admin/faults} and {@code /admin/requests}. */
  void admin(Faults faults) {
    at("/admin/faults", http -> faults(http, faults));
    at("/admin/requests", this::requests);
  }

  /** Serves this at that path as {@link #at} does, and keeps in mind who posted there. */
  void provider(String path, Exchange exchange) {
    at(
        path,
        http -> {
          if (http.getRequestMethod().equals("POST")) {
            received.add(http);
          }
          return exchange.answer(http);
        });
  }

  private Answer requests(HttpExchange http) {
    return http.getRequestMethod().equals("GET")
        ? Answer.json(200, received.json())
        : Exchange.notAllowed(http, "GET");
  }

  void start() {
    server.start();
  }

  private static Answer faults(HttpExchange http, Faults faults) throws IOException {
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

  private Answer unknown(HttpExchange http) {
    return Answer.problem(
        404,
        "Not here",
        http.getRequestURI().getPath() + ": use one of " + String.join(", ", paths));
  }

  /** The value of a query that is this one name and nothing else; null for any other. */
  static @Nullable String query(HttpExchange http, String name) {
    String query = http.getRequestURI().getQuery();
    Matcher matcher = QUERY.matcher(query == null ? "" : query);
    return matcher.matches() && matcher.group(1).equals(name) ? matcher.group(2) : null;
  }

  /** Without a slash at the end. */
  URI uri() {
    InetSocketAddress address = server.getAddress();
    return URI.create("http://" + address.getAddress().getHostAddress() + ":" + address.getPort());
  }

  /** Stops at once; requests under way lose their connection. */
  @Override
  public void close() {
    threads.shutdownNow();
    server.stop(0);
  }
}
