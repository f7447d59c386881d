package dev.stagedoor.boxoffice;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.stagedoor.Stagedoor;
import dev.stagedoor.boxoffice.email.HttpMailer;
import dev.stagedoor.boxoffice.order.Buyer;
import dev.stagedoor.boxoffice.order.CancelDesk;
import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.boxoffice.order.ClientKey;
import dev.stagedoor.boxoffice.order.Events;
import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.order.NewEvent;
import dev.stagedoor.boxoffice.order.NewOrder;
import dev.stagedoor.boxoffice.order.NewRefund;
import dev.stagedoor.boxoffice.order.NewResend;
import dev.stagedoor.boxoffice.order.OrderDesk;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.Placed;
import dev.stagedoor.boxoffice.order.RefundAsked;
import dev.stagedoor.boxoffice.order.RefundDesk;
import dev.stagedoor.boxoffice.order.Reply;
import dev.stagedoor.boxoffice.order.ResendAsked;
import dev.stagedoor.boxoffice.order.ResendDesk;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.boxoffice.payment.HttpPayrail;
import dev.stagedoor.boxoffice.sandbox.MailSandbox;
import dev.stagedoor.boxoffice.sandbox.PayrailSandbox;
import dev.stagedoor.boxoffice.sandbox.SandboxClient;
import dev.stagedoor.boxoffice.schema.BoxOfficeSchema;
import dev.stagedoor.boxoffice.ticket.DirectoryTicketStore;
import dev.stagedoor.boxoffice.ticket.PdfTickets;
import dev.stagedoor.boxoffice.ticket.TicketPrinter;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.job.JobId;
import dev.stagedoor.job.JobType;
import dev.stagedoor.job.NewJob;
import dev.stagedoor.job.RetryPolicy;
import dev.stagedoor.job.Windows;
import dev.stagedoor.queue.Queues;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.LocalStream;
import dev.stagedoor.tx.JdbcTransactions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Relay, worker, store and mail provider of a box office, in this process. */
public final class RunningBoxOffice implements AutoCloseable {
  /** Wrong handlers too: how the jobs are registered. */
  public interface Register
      extends BiFunction<Stagedoor.Builder, BoxOfficeServices, Stagedoor.Builder> {}

  /** Retries at once, sends as long as a slow machine may need: a time-out is no test's matter. */
  private static final Windows WINDOWS =
      new Windows(
          Duration.ofSeconds(20),
          Duration.ofSeconds(2),
          Duration.ofMinutes(3),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          new RetryPolicy(
              12, Duration.ofMillis(100), Duration.ofSeconds(1), RetryPolicy.STANDARD.maxAge()),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10));

  public static final Origin ORIGIN = new Origin("r1", null);
  private static final Buyer BUYER = new Buyer("José", "jose@example.org");

  public final Heard heard = new Heard();
  public final AtomicInteger printed = new AtomicInteger();
  public final HikariDataSource database;
  public final MailSandbox sandbox;
  public final SandboxClient provider;
  public final PayrailSandbox payrailSandbox;
  public final SandboxClient payrail;
  public final TicketStore store;
  public final CancelDesk cancels;
  public final RefundDesk refunds;
  private final ResendDesk resends;
  private final Stagedoor stagedoor;
  private final OrderDesk desk;
  private final long event;
  private final long dear;

  public RunningBoxOffice(Path directory, Register register) throws SQLException, IOException {
    this(directory, register, new PdfTickets(), LocalStream.inThisProcess());
  }

  public RunningBoxOffice(
      Path directory, Register register, TicketPrinter printer, JobStream stream)
      throws SQLException, IOException {
    this(directory, register, stream, services -> services.withPrinter(printer));
  }

  /**
   * @param services what a box office has, but for what a test wants otherwise
   */
  public RunningBoxOffice(
      Path directory,
      Register register,
      JobStream stream,
      UnaryOperator<BoxOfficeServices> services)
      throws SQLException, IOException {
    database = pool();
    BoxOfficeSchema.migrate(database);
    sandbox = MailSandbox.start(0);
    provider = new SandboxClient(sandbox.uri());
    payrailSandbox = PayrailSandbox.start(0);
    payrail = new SandboxClient(payrailSandbox.uri());
    HttpMailer mailer = new HttpMailer(sandbox.uri(), Duration.ofSeconds(55));
    BoxOfficeServices wanted =
        services.apply(
            BoxOfficeServices.of(database, DirectoryTicketStore.at(directory), mailer)
                .withPayrail(new HttpPayrail(payrailSandbox.uri(), Duration.ofSeconds(55))));
    store = wanted.store();
    stagedoor =
        register
            .apply(
                Stagedoor.builder(database).stream(stream).windows(WINDOWS).listener(heard),
                wanted.withPrinter(counting(wanted.printer())))
            .build()
            .start();
    JdbcTransactions transactions =
        new JdbcTransactions(database, dev.stagedoor.event.Events.none());
    desk = new OrderDesk(transactions, stagedoor.outbox(), Charging.ON);
    cancels = new CancelDesk(transactions, stagedoor.outbox());
    refunds = new RefundDesk(transactions, stagedoor.outbox());
    resends = new ResendDesk(transactions, stagedoor.outbox());
    Events events = new Events(database, transactions);
    event = events.create(gala(Money.NOTHING)).id();
    dear = events.create(gala(Money.of(2500, "EUR"))).id();
  }

  private static NewEvent gala(Money price) {
    return new NewEvent(
        "Gala",
        "Teatr",
        Instant.parse("2027-05-01T17:30:00Z"),
        List.of("A1", "A2", "A3", "A4", "A5"),
        price);
  }

  private static HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setDataSource(TestServers.freshDatabase());
    config.setMaximumPoolSize(20);
    return new HikariDataSource(config);
  }

  private TicketPrinter counting(TicketPrinter printer) {
    return order -> {
      printed.incrementAndGet();
      return printer.print(order);
    };
  }

  /** Places an order that costs nothing; returns its id. */
  public long order(String... seats) throws SQLException {
    Placed placed = place(new NewOrder(event, List.of(seats), BUYER));
    if (!(placed instanceof Placed.Now)) {
      throw new AssertionError(placed);
    }
    return number("SELECT max(id) FROM boxoffice.orders");
  }

  /** Places one of 25 euros a seat; returns its public id. */
  public UUID dearOrder(String token, String... seats) throws SQLException {
    Placed placed = place(new NewOrder(dear, List.of(seats), BUYER, token));
    if (placed instanceof Placed.Now now) {
      return UUID.fromString(now.reply().body());
    }
    throw new AssertionError(placed);
  }

  /** Places any order. */
  public Placed place(NewOrder order) throws SQLException {
    return desk.place(
        new ClientKey("", UUID.randomUUID().toString()),
        new byte[] {1},
        order,
        ORIGIN,
        id -> new Reply(201, "/orders/" + id, id.toString()));
  }

  /** Asks for a refund, for the first time. */
  public RefundAsked refund(UUID order, long minor) throws SQLException {
    return refunds.ask(
        new ClientKey("", UUID.randomUUID().toString()),
        new byte[] {2},
        new NewRefund(order, minor, null, "asked for"),
        ORIGIN,
        (id, amount) -> new Reply(201, "/orders/" + order, id.toString()));
  }

  /**
   * Asks for the tickets of an order to be mailed once more, for the first time.
   *
   * @param email null for the order's own
   */
  public ResendAsked resend(long order, @Nullable String email) throws SQLException {
    UUID id = UUID.fromString(text("SELECT public_id FROM boxoffice.orders WHERE id = " + order));
    return resends.ask(
        new ClientKey("", UUID.randomUUID().toString()),
        new byte[] {3},
        new NewResend(id, email),
        ORIGIN,
        resend -> new Reply(201, "/orders/" + id, resend.toString()));
  }

  /** One more job for the same order: a run that no job id can tell is the second. */
  public JobId again(JobType<TicketOrder> type, long order) throws SQLException {
    return stagedoor.outbox().enqueueAlone(type.job(new TicketOrder(order))).id();
  }

  /** As {@link #again(JobType, long)}, by a job that is made otherwise. */
  public JobId again(JobType<TicketOrder> type, UnaryOperator<NewJob<TicketOrder>> as, long order)
      throws SQLException {
    return stagedoor.outbox().enqueueAlone(as.apply(type.job(new TicketOrder(order)))).id();
  }

  /** The event that costs something. */
  public long dear() {
    return dear;
  }

  public Queues queues() {
    return stagedoor.queues();
  }

  /** A job that waits is due now. */
  public void runNow(JobId job) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      stagedoor.outbox().runNow(connection, job);
      connection.commit();
    }
  }

  public long ticketsSold() throws SQLException {
    return number("SELECT tickets_sold FROM boxoffice.event_sales WHERE event_id = " + event);
  }

  /** Of the event that costs something. */
  public long dearTicketsSold() throws SQLException {
    return number("SELECT tickets_sold FROM boxoffice.event_sales WHERE event_id = " + dear);
  }

  /** How far an order is. */
  public String state(UUID order) throws SQLException {
    return text("SELECT state FROM boxoffice.orders WHERE public_id = '" + order + "'");
  }

  /** What Payrail has counted. */
  public long payrail(String pointer) throws IOException, InterruptedException {
    return payrail.counts().at(pointer).longValue(0);
  }

  /** What the provider has counted for the one order of a test. */
  public int provider(String what) throws IOException, InterruptedException {
    JsonNode counts = provider.counts();
    return counts.path(what).intValue();
  }

  public long number(String sql) throws SQLException {
    return Long.parseLong(text(sql));
  }

  public String text(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  @Override
  public void close() {
    stagedoor.close();
    sandbox.close();
    payrailSandbox.close();
    database.close();
  }
}
