package dev.stagedoor.boxoffice.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.RunningBoxOffice;
import dev.stagedoor.boxoffice.order.OrderState;
import dev.stagedoor.boxoffice.order.OrderTransition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of an order's states: every row is visited, and nothing else is written. */
class OrderTransitionsTest {
  private static final String WATCH =
      """
      CREATE TABLE public.moves (from_state text, to_state text);
      CREATE FUNCTION public.watch() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO public.moves
          VALUES (CASE TG_OP WHEN 'UPDATE' THEN OLD.state ELSE '-' END, NEW.state);
          RETURN NULL;
        END $$;
      CREATE TRIGGER watch AFTER INSERT OR UPDATE ON boxoffice.orders
        FOR EACH ROW EXECUTE FUNCTION public.watch();
      """;

  private static final Pattern WRITES_ORDERS =
      Pattern.compile("(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO)\\s+boxoffice\\.orders\\b");

  @TempDir Path directory;

  @Test
  void everyRowIsVisitedAndNoOther() throws Exception {
    try (RunningBoxOffice office = new RunningBoxOffice(directory, BoxOfficeJobs::register)) {
      execute(office, WATCH);
      paidThenRefunded(office);
      declined(office);
      cancelledWhileCapturing(office);
      withdrawn(office);

      assertThat(moves(office)).isEqualTo(table());
    }
  }

  private static void paidThenRefunded(RunningBoxOffice office) throws Exception {
    UUID order = office.dearOrder("tok_visa", "A1");
    office.heard.awaitCompleted(1, "update_sales_counter");
    office.refund(order, 2500);
    office.heard.awaitCompleted(1, "subtract_from_sales_counter");
  }

  private static void declined(RunningBoxOffice office) throws Exception {
    office.dearOrder("tok_declined", "A2");
    office.heard.awaitCompleted(2, "capture_payment");
  }

  private static void cancelledWhileCapturing(RunningBoxOffice office) throws Exception {
    office.payrail.fault("{\"delayMs\":60000,\"times\":1}");
    UUID order = office.dearOrder("tok_visa", "A3");
    office.payrail.awaitCaptures(3, "requests");
    office.cancels.cancel(order, RunningBoxOffice.ORIGIN);
    office.payrail.clearFaults();
    office.heard.awaitCompleted(2, "refund_payment");
  }

  private static void withdrawn(RunningBoxOffice office) throws Exception {
    long order = office.order("A1");
    office.heard.awaitCompleted(2, "update_sales_counter");
    UUID id =
        UUID.fromString(office.text("SELECT public_id FROM boxoffice.orders WHERE id = " + order));
    office.cancels.cancel(id, RunningBoxOffice.ORIGIN);
    office.heard.awaitCompleted(2, "subtract_from_sales_counter");
    assertThat(office.ticketsSold()).isZero();
  }

  private static Set<String> moves(RunningBoxOffice office) throws Exception {
    String all =
        office.text("SELECT string_agg(DISTINCT from_state || ' ' || to_state, ',') FROM moves");
    return new TreeSet<>(List.of(all.split(",", -1)));
  }

  private static Set<String> table() {
    return Arrays.stream(OrderTransition.values())
        .map(t -> t.from().map(OrderState::word).orElse("-") + " " + t.to().word())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void ordersAreWrittenInTwoPlaces() throws IOException {
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      assertThat(sources.filter(Files::isRegularFile).filter(OrderTransitionsTest::writesOrders))
          .extracting(path -> String.valueOf(path.getFileName()))
          .containsExactlyInAnyOrder("OrderDesk.java", "OrderTransition.java");
    }
  }

  private static boolean writesOrders(Path source) {
    try {
      return WRITES_ORDERS.matcher(Files.readString(source)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void execute(RunningBoxOffice office, String sql) throws Exception {
    try (var connection = office.database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
