package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.Role;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.boxoffice.order.Events;
import dev.stagedoor.boxoffice.order.NewEvent;
import dev.stagedoor.boxoffice.order.OnSale;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.boxoffice.web.BoxOfficeServer;
import dev.stagedoor.boxoffice.web.WebSettings;
import dev.stagedoor.cli.ServerOptions;
import dev.stagedoor.embedded.ServerShutdown;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code up}: the box office, whole, in this process; its sandboxes in others. */
@Command(
    name = "up",
    description =
        "Run the box office: HTTP service, relay, scheduler and a worker, until Ctrl-C. Without"
            + " --postgres and --redis on servers of its own, which end with it, and all they hold.")
public final class UpCommand implements Callable<Integer> {
  private static final int SEATS = 50;
  private static final String FIRST_LIGHT = "First Light";

  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Spec
  private CommandSpec spec;

  @Option(names = "--port", paramLabel = "N", description = "Port of the service: 8080; 0: any.")
  private int port = WebSettings.STANDARD.port();

  @Option(
      names = "--mail",
      paramLabel = "URL",
      description =
          "Mail provider: http:// or https:// for one that keeps keys, smtp://USER@HOST:PORT or"
              + " smtps:// for a mail server, its password in STAGEDOOR_SMTP_PASSWORD. Otherwise a"
              + " sandbox that sends nothing.")
  private @Nullable URI mail;

  @Mixin private final MailOptions mailing = new MailOptions();

  @Option(
      names = "--payrail",
      paramLabel = "URL",
      description = "Payment provider; otherwise a sandbox that moves no money.")
  private @Nullable URI payrail;

  @Option(
      names = "--store",
      paramLabel = "STORE",
      description =
          "Tickets lie in this directory or s3://BUCKET/PREFIX; otherwise in a new directory in the"
              + " temporary folder.")
  private @Nullable String store;

  @Mixin private final ReportOptions reports = new ReportOptions();

  @Mixin private final ReplicaOption replica = new ReplicaOption();

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws IOException, InterruptedException, SQLException {
    WebSettings settings = Addresses.port(port);
    TicketEmail given = mail == null ? null : mailing.email(mail, BoxOffice.WINDOWS);
    URI givenPayrail = payrail == null ? null : Addresses.payrail(payrail);
    Reporting reporting = new Reporting(reports.schedule(), replica.url().orElse(null));
    TemporaryDirectory ours = store == null ? TemporaryDirectory.make("stagedoor-tickets-") : null;
    String tickets = ours == null ? Objects.requireNonNull(store) : ours.path().toString();
    TicketStore kept = Addresses.store(tickets);
    Servers servers = Servers.of(options);
    servers.require(reporting);
    servers.migrate();
    Providers providers = providers(given, givenPayrail);
    BoxOffice office =
        BoxOffice.start(
            servers, providers, kept, reporting, Role.RELAY, Role.WORKER, Role.SCHEDULER);
    ServerShutdown.beforeServersStop(office::close);
    if (ours != null) {
      ServerShutdown.beforeServersStop(ours::remove);
    }
    BoxOfficeServer server =
        BoxOfficeServer.start(
            settings,
            office.database(),
            office.transactions(),
            office.stagedoor().outbox(),
            providers.charging(),
            kept);
    ServerShutdown.beforeServersStop(server::close);
    tell(servers, server.uri(), providers, tickets, firstEvent(office));
    new CountDownLatch(1).await(); // until Ctrl-C
    return 0;
  }

  /** Those that were named, and sandboxes for the others. */
  private Providers providers(@Nullable TicketEmail given, @Nullable URI givenPayrail)
      throws IOException {
    URI mailAt = mail != null ? mail : startSandbox("mail", SandboxProcess::mail);
    return new Providers(
        mailAt,
        given != null ? given : mailing.email(mailAt, BoxOffice.WINDOWS),
        givenPayrail != null ? givenPayrail : startSandbox("payrail", SandboxProcess::payrail));
  }

  /** Starts a sandbox whose standard error goes to this file. */
  @FunctionalInterface
  private interface Start {
    SandboxProcess start(Path log) throws IOException;
  }

  private static URI startSandbox(String name, Start start) throws IOException {
    Path log = Files.createTempFile("stagedoor-" + name + "-", ".log");
    SandboxProcess sandbox = start.start(log);
    log.toFile().deleteOnExit();
    return sandbox.uri();
  }

  /** The one that an earlier start on this database has put on sale, or else a new one. */
  private static OnSale firstEvent(BoxOffice office) throws SQLException {
    List<String> seats = IntStream.rangeClosed(1, SEATS).mapToObj(i -> "A" + i).toList();
    Events events = new Events(office.database(), office.transactions());
    Optional<OnSale> there = events.titled(FIRST_LIGHT);
    return there.isPresent()
        ? there.get()
        : events.create(
            new NewEvent(
                FIRST_LIGHT, "Stagedoor Theatre", Instant.parse("2031-05-01T19:30:00Z"), seats));
  }

  private void tell(
      Servers servers, URI service, Providers providers, String tickets, OnSale event) {
    PrintWriter out = spec.commandLine().getOut();
    out.println("box office     " + service);
    out.println("event          " + service + "/e/" + event.id());
    out.println("its sales      " + service + "/sales/" + event.organizerKey());
    out.println("mail provider  " + Addresses.shown(providers.mail()) + sandbox(mail));
    out.println("Payrail        " + providers.payrail() + sandbox(payrail));
    out.println("PostgreSQL     " + servers.postgresAddress());
    out.println("Redis          " + servers.redisAddress());
    out.println("tickets in     " + tickets);
    out.println();
    out.println(
        "Buy two seats; the same command again is the same order (docs/http.md has the rest):");
    out.println(
        """
          curl -s %s/orders -H 'Content-Type: application/json' -H 'Idempotency-Key: first-light-%d' \\
            -d '{"eventId":"%d","seats":["A1","A2"],"buyer":{"name":"Ada Lovelace","email":"ada@example.org"}}'
        """
            .formatted(service, event.id(), event.id()));
    if (servers.embedded()) {
      out.println("Its jobs, and one more worker, in another terminal:");
      out.println(
          """
            export STAGEDOOR_POSTGRES='%s' STAGEDOOR_REDIS='%s'
            ./stagedoor jobs list
            ./stagedoor worker --mail %s%s --payrail %s --store %s
          """
              .formatted(
                  servers.jdbcUrl(),
                  servers.redisUrl(),
                  Addresses.shown(providers.mail()),
                  mailing.asGiven(),
                  providers.payrail(),
                  tickets));
    }
    out.println("Ctrl-C ends it.");
    out.flush();
  }

  private static String sandbox(@Nullable URI given) {
    return given == null ? "  (sandbox: /admin/counts)" : "";
  }
}
