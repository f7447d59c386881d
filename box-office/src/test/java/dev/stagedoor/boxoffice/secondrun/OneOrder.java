package dev.stagedoor.boxoffice.secondrun;

import dev.stagedoor.boxoffice.BoxOfficeServices;
import dev.stagedoor.boxoffice.email.Mail;
import dev.stagedoor.boxoffice.email.Mailer;
import dev.stagedoor.boxoffice.email.SendTickets;
import dev.stagedoor.boxoffice.email.TicketEmail;
import dev.stagedoor.boxoffice.order.Jobs;
import dev.stagedoor.boxoffice.order.TicketOrder;
import dev.stagedoor.boxoffice.order.TicketsToResend;
import dev.stagedoor.boxoffice.schema.BoxOfficeSchema;
import dev.stagedoor.boxoffice.ticket.TicketKey;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import dev.stagedoor.effect.EffectType;
import dev.stagedoor.effect.Unsure;
import dev.stagedoor.embedded.TestServers;
import dev.stagedoor.handler.JobHandler;
import dev.stagedoor.handler.OnceHandler;
import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.world.World;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.function.Function;
import javax.sql.DataSource;

/** Order 4471, of two tickets, and what each of its three jobs is to do to the world. */
public final class OneOrder {
  /** The job's payload. */
  public static final TicketOrder ORDER = new TicketOrder(4471);

  private static final UUID PUBLIC_ID = UUID.fromString("5f2c1b9e-7d2a-4a43-9c6e-0d9a3f8b1c77");
  private static final TicketKey KEY = TicketKey.ofOrder(PUBLIC_ID);
  private static final byte[] PDF = "the tickets of order 4471".getBytes(StandardCharsets.UTF_8);

  static final String PLACED =
      """
      INSERT INTO boxoffice.events (id, title, organizer, starts_at)
      OVERRIDING SYSTEM VALUE VALUES (7, 'Gala', 'Teatr', '2027-05-01 17:30Z');
      INSERT INTO boxoffice.event_sales (event_id) VALUES (7);
      INSERT INTO boxoffice.seats VALUES (7, 'A1', 1), (7, 'A2', 2);
      INSERT INTO boxoffice.orders (id, public_id, event_id, buyer_name, buyer_email, request_id)
      OVERRIDING SYSTEM VALUE VALUES (4471, '%s', 7, 'Eva', 'eva@example.org', 'r-1');
      INSERT INTO boxoffice.tickets (order_id, event_id, seat)
      VALUES (4471, 7, 'A1'), (4471, 7, 'A2')
      """
          .formatted(PUBLIC_ID);

  private static final String RENDERED =
      "UPDATE boxoffice.tickets SET pdf_key = '%s'".formatted(KEY.value());

  /** Two requests for one order, the second to another address. */
  private static final String ASKED_AGAIN =
      """
      INSERT INTO boxoffice.ticket_resends (id, order_id, email, request_id)
      OVERRIDING SYSTEM VALUE
      VALUES (17, 4471, NULL, 'r-2'), (18, 4471, 'eva@example.com', 'r-3')
      """;

  private OneOrder() {}

  static DataSource database() throws SQLException {
    DataSource database = TestServers.freshDatabase();
    BoxOfficeSchema.migrate(database);
    return database;
  }

  /** The services of one run, each of them seen. */
  public static BoxOfficeServices services(World world) {
    return new BoxOfficeServices(
        world.dataSource(),
        order -> PDF,
        world.client(TicketStore.class),
        TicketEmail.keyed(world.client(Mailer.class)),
        null);
  }

  /** {@code render_tickets}: one object, its key at the tickets, one email job. */
  public static SecondRun<TicketOrder> rendering(
      Function<BoxOfficeServices, JobHandler<TicketOrder>> handler) throws SQLException {
    return SecondRun.of(Jobs.RENDER_TICKETS, ORDER)
        .handler(world -> handler.apply(services(world)))
        .on(database())
        .given(PLACED)
        .client(TicketStore.class, ModelTicketStore::new)
        .client(Mailer.class, ModelMailer::new)
        .exactlyOnce("stored PDF", world -> world.provider(ModelTicketStore.class).count())
        .exactlyOnceRows(
            "key of the PDF",
            "SELECT DISTINCT pdf_key FROM boxoffice.tickets WHERE pdf_key IS NOT NULL")
        .exactlyOnceRows("email job", "SELECT 1 FROM stagedoor.outbox WHERE type = 'send_tickets'");
  }

  /** {@code send_tickets}: one accepted email, under one key, and a row that says so. */
  public static SecondRun<TicketOrder> sending(
      Function<BoxOfficeServices, JobHandler<TicketOrder>> handler) throws SQLException {
    return SecondRun.of(Jobs.SEND_TICKETS, ORDER)
        .handler(
            world -> handler.apply(services(world)), options -> options.effects(Jobs.TICKET_EMAIL))
        .on(database())
        .given(PLACED + ";" + RENDERED)
        .client(TicketStore.class, () -> ModelTicketStore.with(KEY, PDF))
        .client(Mailer.class, ModelMailer::new, ModelMailer.faults())
        .exactlyOnce("email", world -> world.provider(ModelMailer.class).accepted())
        .exactlyOnceRows("mark", "SELECT 1 FROM boxoffice.email_sends WHERE sent_at IS NOT NULL");
  }

  /** {@code send_tickets} over a provider that keeps no keys. */
  static SecondRun<TicketOrder> sendingWithoutKeys(Unsure unsure) throws SQLException {
    EffectType email = Jobs.TICKET_EMAIL.providerHasNoKeys(unsure);
    return SecondRun.of(Jobs.SEND_TICKETS, ORDER)
        .handler(
            world ->
                new SendTickets(
                    services(world).orders(),
                    services(world).store(),
                    new TicketEmail(email, world.client(Mailer.class), Mail.FROM)),
            options -> options.effects(email))
        .on(database())
        .given(PLACED + ";" + RENDERED)
        .client(TicketStore.class, () -> ModelTicketStore.with(KEY, PDF))
        .client(Mailer.class, ModelMailer::withoutKeys, ModelMailer.faults())
        .exactlyOnce("email", world -> world.provider(ModelMailer.class).accepted());
  }

  /** {@code resend_tickets} of this request: one more accepted email, and a row that says so. */
  public static SecondRun<TicketsToResend> resending(
      long resend, Function<BoxOfficeServices, JobHandler<TicketsToResend>> handler)
      throws SQLException {
    return SecondRun.of(Jobs.RESEND_TICKETS, new TicketsToResend(resend))
        .handler(
            world -> handler.apply(services(world)), options -> options.effects(Jobs.TICKETS_AGAIN))
        .on(database())
        .given(PLACED + ";" + RENDERED + ";" + ASKED_AGAIN)
        .client(TicketStore.class, () -> ModelTicketStore.with(KEY, PDF))
        .client(Mailer.class, ModelMailer::new, ModelMailer.faults())
        .exactlyOnce("email", world -> world.provider(ModelMailer.class).accepted())
        .exactlyOnceRows(
            "mark", "SELECT 1 FROM boxoffice.ticket_resend_sends WHERE sent_at IS NOT NULL")
        .keyStable(Mailer.class);
  }

  /** {@code update_sales_counter} by a handler that is its own transaction. */
  public static SecondRun<TicketOrder> countingOnce(OnceHandler<TicketOrder> handler)
      throws SQLException {
    return counted(SecondRun.of(Jobs.UPDATE_SALES_COUNTER, ORDER).onceHandler(world -> handler));
  }

  /** {@code subtract_from_sales_counter}: the two tickets of an order that was counted. */
  public static SecondRun<TicketOrder> subtractingOnce(OnceHandler<TicketOrder> handler)
      throws SQLException {
    return SecondRun.of(Jobs.SUBTRACT_FROM_SALES_COUNTER, ORDER)
        .onceHandler(world -> handler)
        .on(database())
        .given(PLACED + ";UPDATE boxoffice.event_sales SET tickets_sold = 5")
        .exactlyOnceValue("sold", -2, "SELECT tickets_sold FROM boxoffice.event_sales");
  }

  /** {@code update_sales_counter} by any handler. */
  public static SecondRun<TicketOrder> counting(
      Function<BoxOfficeServices, JobHandler<TicketOrder>> handler) throws SQLException {
    return counted(
        SecondRun.of(Jobs.UPDATE_SALES_COUNTER, ORDER)
            .handler(world -> handler.apply(services(world))));
  }

  private static SecondRun<TicketOrder> counted(SecondRun<TicketOrder> secondRun)
      throws SQLException {
    return secondRun
        .on(database())
        .given(PLACED)
        .client(TicketStore.class, ModelTicketStore::new)
        .client(Mailer.class, ModelMailer::new)
        .exactlyOnceValue("sold", 2, "SELECT tickets_sold FROM boxoffice.event_sales");
  }

  /** The one boolean that this query gives. */
  static boolean is(World world, String sql) throws SQLException {
    try (Connection connection = world.dataSource().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getBoolean(1);
    }
  }
}
