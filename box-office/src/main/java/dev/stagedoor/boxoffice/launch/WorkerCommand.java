package dev.stagedoor.boxoffice.launch;

import dev.stagedoor.Role;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.cli.BadUse;
import dev.stagedoor.cli.ServerOptions;
import dev.stagedoor.embedded.ServerShutdown;
import java.io.PrintWriter;
import java.net.URI;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code worker}: one more worker of a box office. */
@Command(
    name = "worker",
    description =
        "Run one worker of the box office until Ctrl-C: as many as you like, on as many machines."
            + " Its servers, providers and store must be those of the box office.")
public final class WorkerCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // set before the command is called
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--mail",
      required = true,
      paramLabel = "URL",
      description =
          "Mail provider: http:// or https:// for one that keeps keys, smtp://USER@HOST:PORT or"
              + " smtps:// for a mail server, its password in STAGEDOOR_SMTP_PASSWORD.")
  private @Nullable URI mail;

  @Mixin private final MailOptions mailing = new MailOptions();

  @Option(
      names = "--payrail",
      paramLabel = "URL",
      description = "Payment provider; without it this worker leaves payments to others.")
  private @Nullable URI payrail;

  @Option(
      names = "--store",
      required = true,
      paramLabel = "STORE",
      description =
          "Tickets lie in s3://BUCKET/PREFIX or in this directory: a shared mount where workers are"
              + " on several machines.")
  private @Nullable String store;

  @Mixin private final ReplicaOption replica = new ReplicaOption();

  @Mixin private final ServerOptions options = new ServerOptions();

  @Override
  public Integer call() throws InterruptedException, SQLException {
    if (mail == null || store == null) {
      throw new BadUse("give --mail URL and --store STORE");
    }
    Providers providers =
        new Providers(
            mail,
            mailing.email(mail, BoxOffice.WINDOWS),
            payrail == null ? null : Addresses.payrail(payrail));
    options.requirePostgres();
    if (options.redis().isEmpty()) {
      throw new BadUse("no Redis is named: give --redis URL, or set STAGEDOOR_REDIS");
    }
    Reporting reporting = new Reporting(null, replica.url().orElse(null));
    TicketStore kept = Addresses.store(store);
    Servers servers = Servers.of(options);
    servers.require(reporting);
    servers.migrate();
    BoxOffice office = BoxOffice.start(servers, providers, kept, reporting, Role.WORKER);
    ServerShutdown.beforeServersStop(office::close);
    PrintWriter out = spec.commandLine().getOut();
    out.println("worker on " + servers.postgresAddress() + ", " + servers.redisAddress());
    out.println("Ctrl-C ends it.");
    out.flush();
    new CountDownLatch(1).await(); // until Ctrl-C
    return 0;
  }
}
