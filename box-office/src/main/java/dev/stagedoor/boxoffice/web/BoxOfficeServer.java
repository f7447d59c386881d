package dev.stagedoor.boxoffice.web;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.order.CancelDesk;
import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.boxoffice.order.Events;
import dev.stagedoor.boxoffice.order.OrderDesk;
import dev.stagedoor.boxoffice.order.RefundDesk;
import dev.stagedoor.boxoffice.order.ResendDesk;
import dev.stagedoor.boxoffice.page.Pages;
import dev.stagedoor.boxoffice.sales.SalesBooks;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.loop.DutyLoop;
import dev.stagedoor.loop.Ids;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.Transactions;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The box office over HTTP.
 *
 * <pre>
 * POST /events       {"title","organizer","startsAt","seats":[…]} or with "rows","seatsPerRow"      201 {"id"}
 *                    "priceMinor"?,"currency"?,"organizerEmail"?
 * GET  /events/{id}  200 {"id","title","organizer","startsAt","priceMinor","currency","ticketsSold","seats":[{"seat","sold"}]}
 * POST /orders       Idempotency-Key, X-Client-Id?   {"eventId","seats":[…],"buyer":{"name","email"},"paymentToken"?}
 *                    201 {"id","eventId","seats"} · again the same, Idempotency-Replayed: true
 *                    400 no key, no JSON · 404 no such event · 409 seats sold, or still running · 415 not called JSON
 *                    422 a field, or other request
 * GET  /orders/{id}  200 {"id","state",…,"amountMinor","currency","ticketsRendered","emailSent","emailSentAt","seats","payment","resends"}
 * POST /orders/{id}/cancel   200 as GET · 404 · 409 too late
 * POST /orders/{id}/refunds  Idempotency-Key, X-Client-Id?   {"amountMinor","currency"?,"reason"?}
 *                    201 {"id","orderId","amountMinor","currency"} · 404 · 409 not paid · 422 a field, more than is left
 * POST /orders/{id}/tickets/resend  Idempotency-Key, X-Client-Id?   {"email"?}
 *                    201 {"id","orderId"} · 404 · 409 nothing to send · 422 a field
 * GET  /health       200 {"status":"UP"} · 503
 * GET  /e/{id}       the event's page · POST /e/{id}/orders: its form · 303 /o/{id} · 409 · 422
 * GET  /o/{id}       the order's page · /o/{id}/tickets.pdf
 * GET  /sales/{key}  the organizer's page
 * </pre>
 *
 * <p>HEAD is as GET. Every refusal is problem details (RFC 9457), or a page where a page was asked
 * for. {@code X-Request-Id} and {@code traceparent} go along to the jobs and to the providers of
 * mails and payments. Runs no job. Thread-safe.
 */
public final class BoxOfficeServer implements AutoCloseable {
  static final int LARGEST_BODY = 512 * 1024;
  static final int LARGEST_HEAD = 8192;
  private static final Logger LOG = LoggerFactory.getLogger(BoxOfficeServer.class);
  private static final String CACHE = "Cache-Control";
  private static final int THREADS = 48;
  private static final int HEALTH_SECONDS = 2;

  /** A connection that a browser keeps open is not waited for as a request under way is. */
  private static final LifeCycle.Listener LETS_IDLE_GO =
      new LifeCycle.Listener() {
        @Override
        public void lifeCycleStarted(LifeCycle server) {
          for (Connector each : ((Server) server).getConnectors()) {
            ((AbstractConnector) each).setShutdownIdleTimeout(200);
          }
        }
      };

  private final Javalin http;
  private final WebSettings settings;
  private final DutyLoop keys;

  private BoxOfficeServer(Javalin http, WebSettings settings, DutyLoop keys) {
    this.http = http;
    this.settings = settings;
    this.keys = keys;
  }

  /**
   * Starts serving, and takes no money. The tables must be there. Succeeds while the database is
   * away; requests are answered 503 until it is back.
   *
   * @param database where to read; also what the transactions are over
   * @throws ConfigurationFault if the port is taken
   */
  public static BoxOfficeServer start(
      WebSettings settings, DataSource database, Transactions transactions, Outbox outbox) {
    return start(settings, database, transactions, outbox, Charging.OFF);
  }

  /** As {@link #start(WebSettings, DataSource, Transactions, Outbox)}, and may take money. */
  public static BoxOfficeServer start(
      WebSettings settings,
      DataSource database,
      Transactions transactions,
      Outbox outbox,
      Charging charging) {
    return start(settings, database, transactions, outbox, charging, null);
  }

  /**
   * As {@link #start(WebSettings, DataSource, Transactions, Outbox)}, and may take money.
   *
   * @param store where the tickets lie that order pages hand out; null: they hand out none
   */
  public static BoxOfficeServer start(
      WebSettings settings,
      DataSource database,
      Transactions transactions,
      Outbox outbox,
      Charging charging,
      @Nullable TicketStore store) {
    OrderDesk desk = new OrderDesk(transactions, outbox, charging);
    OrderView view = new OrderView(database);
    Events events = new Events(database, transactions);
    Html html = new Html(new Pages());
    StyleSheet style = new StyleSheet(Pages.style());
    Javalin http =
        Javalin.create(
            config -> {
              configure(config, settings, html);
              new EventRoutes(events).addTo(config.routes);
              new OrderRoutes(desk, view).addTo(config.routes);
              new PaymentRoutes(
                      new CancelDesk(transactions, outbox),
                      new RefundDesk(transactions, outbox),
                      view)
                  .addTo(config.routes);
              new EventPageRoutes(events, desk, html, Ids.RANDOM).addTo(config.routes);
              new OrderPageRoutes(view, store, html).addTo(config.routes);
              new SalesPageRoutes(new SalesBooks(database), html).addTo(config.routes);
              config.routes.get("/style.css", style::show);
              config.routes.head("/style.css", style::show);
              new ResendRoutes(new ResendDesk(transactions, outbox)).addTo(config.routes);
              config.routes.get("/health", context -> health(context, database));
              config.routes.head("/health", context -> health(context, database));
            });
    try {
      http.start(settings.host(), settings.port());
    } catch (JavalinBindException e) {
      throw new ConfigurationFault(
          List.of(
              "port %d of %s is taken: give another with --port"
                  .formatted(settings.port(), settings.host())));
    }
    return new BoxOfficeServer(http, settings, forgetOldKeys(desk));
  }

  private static void configure(JavalinConfig config, WebSettings settings, Html html) {
    Origins origins = new Origins(Ids.RANDOM);
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.http.maxRequestSize = LARGEST_BODY;
    config.http.prefer405over404 = true;
    config.http.generateEtags = false;
    config.jetty.threadPool = new QueuedThreadPool(THREADS, 4);
    config.jetty.modifyHttpConfiguration(jetty -> jetty.setSendServerVersion(false));
    config.jetty.modifyHttpConfiguration(jetty -> jetty.setRequestHeaderSize(LARGEST_HEAD));
    config.jetty.modifyServer(server -> prepare(server, settings));
    config.routes.before(origins::read);
    config.routes.before(BoxOfficeServer::refuseTooLarge);
    config.routes.after(BoxOfficeServer::keepOutOfCaches);
    new Failures(html).addTo(config.routes);
  }

  private static void prepare(Server server, WebSettings settings) {
    // Without it, stopping drops requests under way.
    server.setStopTimeout(settings.drain().toMillis());
    server.addEventListener(LETS_IDLE_GO);
    server.setErrorHandler(new MalformedRequests());
    server.setHandler(wholeBodies());
  }

  /**
   * A body is read without a thread that waits for it, so that slow clients cost none; what says
   * that it is too large goes on at once, to be refused.
   */
  private static Handler.Wrapper wholeBodies() {
    EagerContentHandler eager =
        new EagerContentHandler(
            new EagerContentHandler.RetainedContentLoaderFactory(LARGEST_BODY + 1L, 0, false));
    eager.exclude(request -> request.getLength() > LARGEST_BODY);
    return eager;
  }

  /** Told by the header alone: such a body is not waited for. */
  private static void refuseTooLarge(Context http) {
    if (http.req().getContentLengthLong() > LARGEST_BODY) {
      throw new ContentTooLargeResponse();
    }
  }

  /** Unless the route knows better. */
  private static void keepOutOfCaches(Context http) {
    if (http.res().getHeader(CACHE) == null) {
      http.header(CACHE, "no-store");
    }
    http.header("X-Content-Type-Options", "nosniff");
  }

  private static DutyLoop forgetOldKeys(OrderDesk desk) {
    return DutyLoop.start(
        "box-office-keys",
        desk::forgetOldKeys,
        Duration.ofMinutes(10),
        Duration.ofHours(1),
        (name, cause) -> LOG.warn("{}, will try again: {}", name, cause.toString()));
  }

  private static void health(Context http, DataSource database) {
    try (Connection connection = database.getConnection()) {
      if (connection.isValid(HEALTH_SECONDS)) {
        Answers.json(http, 200, Json.object().put("status", "UP"));
        return;
      }
    } catch (SQLException e) {
      LOG.warn("Health: database away: {}", e.toString());
    }
    Answers.problem(http, Problem.of(503, "Database is away", "no connection to the database"));
  }

  /** Without a slash at the end. */
  public URI uri() {
    String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    return URI.create("http://" + host + ":" + http.port());
  }

  /**
   * Takes no new request, and waits for those under way for as long as the settings say; then it
   * cuts them off.
   */
  @Override
  public void close() {
    try {
      http.stop();
    } catch (JavalinException e) {
      if (!(e.getCause() instanceof TimeoutException)) {
        throw e;
      }
      LOG.warn("Stopped with connections open that did not end within {}", settings.drain());
    } finally {
      keys.close();
    }
  }
}
