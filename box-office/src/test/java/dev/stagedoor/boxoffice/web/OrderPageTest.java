package dev.stagedoor.boxoffice.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.boxoffice.ticket.DirectoryTicketStore;
import dev.stagedoor.boxoffice.ticket.TicketKey;
import dev.stagedoor.boxoffice.ticket.TicketStore;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An order's page and its tickets, in every state. */
class OrderPageTest {
  private static final String PDF = "%PDF-1.7 of a test";
  @TempDir private static Path directory;
  private static TicketStore real;
  private static volatile boolean storeIsAway;
  private static BoxOfficeFixture office;

  @BeforeAll
  static void start() throws Exception {
    real = DirectoryTicketStore.at(directory);
    office = new BoxOfficeFixture(Charging.ON, new Sometimes());
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  /** The real one, unless it is away. */
  private static final class Sometimes implements TicketStore {
    @Override
    public Put putIfAbsent(TicketKey key, byte[] bytes) throws IOException {
      return real.putIfAbsent(key, bytes);
    }

    @Override
    public Optional<byte[]> get(TicketKey key) throws IOException {
      if (storeIsAway) {
        throw new IOException("the mount is away");
      }
      return real.get(key);
    }

    @Override
    public long count() throws IOException {
      return real.count();
    }
  }

  @Test
  void anOrderThatIsUnfinishedRenewsItsPageUntilItIsDone() throws Exception {
    String id = office.placed(office.newEvent(), "A1", "A2");

    assertThat(page(id))
        .contains("We are preparing your tickets", "<dd>A1, A2</dd>", "not sent yet", "José")
        .contains("http-equiv=\"refresh\" content=\"2\"", "<dd>confirmed</dd>")
        .contains("to <bdi>jose@example.org</bdi>")
        .doesNotContain("tickets.pdf", "<dt>Payment</dt>");
    age(id, "200 seconds");
    assertThat(page(id)).contains("http-equiv=\"refresh\" content=\"22\"");
    age(id, "59 minutes");
    assertThat(page(id)).contains("http-equiv=\"refresh\" content=\"60\"");
    age(id, "61 minutes");
    assertThat(page(id)).contains("Not all of this is done yet").doesNotContain("refresh");
    age(id, "0 seconds");
    store(id);
    assertThat(page(id)).contains("Your tickets are ready", "refresh", "tickets.pdf\"");
    send(id);
    assertThat(page(id))
        .contains("Your tickets were sent to you", "sent on ", "UTC")
        .contains("href=\"/o/" + id + "/tickets.pdf\"", "href=\"/e/")
        .doesNotContain("refresh", "renews");
  }

  @Test
  void aPaymentIsToldStepByStep() throws Exception {
    String id = office.placed(office.newEvent(2500, "EUR"), "A1");

    assertThat(page(id)).contains("waiting for your payment", "25.00 EUR", "nothing was taken yet");
    pay(id, "state = 'capturing'");
    assertThat(page(id)).contains("the payment is under way", "refresh");
    pay(
        id,
        "state = 'captured', captured_minor = 2500, reference = 'c', token = NULL, settled_at = now()");
    move(id, "paid");
    store(id);
    send(id);
    assertThat(page(id)).contains("25.00 EUR was taken", "tickets.pdf").doesNotContain("refresh");
    pay(id, "refunding_minor = 500");
    assertThat(page(id)).contains("5.00 EUR is being given back", "refresh", "tickets.pdf");
    pay(id, "refunded_minor = 500");
    assertThat(page(id)).contains("5.00 EUR was given back").doesNotContain("refresh", "is being");
  }

  @ParameterizedTest
  @CsvSource({
    "declined, Your payment was declined",
    "cancelled, This order is cancelled",
    "refunded, This order is refunded",
  })
  void ticketsThatAreNotGoodAreNotHandedOut(String state, String headline) throws Exception {
    String id = office.placed(office.newEvent(), "A1");
    store(id);
    assertThat(office.api.get("/o/" + id + "/tickets.pdf").statusCode()).isEqualTo(200);
    move(id, state);

    HttpResponse<String> tickets = office.api.get("/o/" + id + "/tickets.pdf");

    assertThat(page(id))
        .contains(headline, "none will be sent")
        .doesNotContain("tickets.pdf", "refresh");
    assertThat(tickets.statusCode()).isEqualTo(404);
    assertThat(tickets.body()).contains("the order is " + state).doesNotContain(PDF);
  }

  @Test
  void theTicketsAreAFileThatNobodyElseKeepsOrHearsOf() throws Exception {
    String id = office.placed(office.newEvent(), "A1");
    HttpResponse<String> early = office.api.get("/o/" + id + "/tickets.pdf");
    store(id);

    HttpResponse<String> answer = office.api.get("/o/" + id + "/tickets.pdf");

    assertThat(early.statusCode()).isEqualTo(404);
    assertThat(early.body()).contains("they are not printed yet");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo(PDF);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/pdf");
    assertThat(answer.headers().firstValue("Content-Disposition"))
        .contains("attachment; filename=\"tickets-" + id.substring(0, 8) + ".pdf\"");
    for (HttpResponse<String> secret : new HttpResponse[] {answer, office.api.get("/o/" + id)}) {
      assertThat(secret.headers().allValues("Cache-Control")).containsExactly("no-store");
      assertThat(secret.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(secret.headers().firstValue("Referrer-Policy")).contains("no-referrer");
    }
  }

  @Test
  void whileTheStoreIsAwayTheBuyerIsToldToComeAgain() throws Exception {
    String id = office.placed(office.newEvent(), "A1");
    store(id);
    storeIsAway = true;
    try {
      HttpResponse<String> answer = office.api.get("/o/" + id + "/tickets.pdf");

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).contains("10");
      assertThat(answer.body()).contains("Your tickets are safe").doesNotContain("the mount");
    } finally {
      storeIsAway = false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "x", "5f2c1b9e-7d2a-4a43-9c6e-0d9a3f8b1c7", "%27%22%3Cscript%3E"})
  void whatIsNoIdIsAnsweredAsAnIdOfNobody(String id) {
    for (String path : new String[] {"/o/ID", "/o/ID/tickets.pdf", "/sales/ID"}) {
      HttpResponse<String> nobody = office.api.get(path.replace("ID", UUID.randomUUID() + ""));
      HttpResponse<String> malformed = office.api.get(path.replace("ID", id));

      assertThat(nobody.statusCode()).isEqualTo(404);
      assertThat(malformed.statusCode()).isEqualTo(404);
      assertThat(withoutRequest(malformed.body())).isEqualTo(withoutRequest(nobody.body()));
    }
  }

  private static String withoutRequest(String page) {
    Matcher request = Pattern.compile("request [0-9a-f-]{36}").matcher(page);
    assertThat(request.find()).isTrue();
    return request.replaceAll("");
  }

  private static String page(String id) {
    HttpResponse<String> answer = office.api.get("/o/" + id);
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private static void store(String id) throws Exception {
    TicketKey key = TicketKey.ofOrder(UUID.fromString(id));
    real.putIfAbsent(key, PDF.getBytes(StandardCharsets.UTF_8));
    office.execute(
        "UPDATE boxoffice.tickets SET pdf_key = '%s' WHERE order_id = %s"
            .formatted(key.value(), internal(id)));
  }

  private static void send(String id) throws Exception {
    office.execute(
        "INSERT INTO boxoffice.email_sends VALUES (%s, 'tickets', now(), now())"
            .formatted(internal(id)));
  }

  private static void pay(String id, String assignment) throws Exception {
    office.execute(
        "UPDATE boxoffice.payments SET %s WHERE order_id = %s".formatted(assignment, internal(id)));
  }

  private static void move(String id, String state) throws Exception {
    office.execute(
        "UPDATE boxoffice.orders SET state = '%s' WHERE id = %s".formatted(state, internal(id)));
  }

  private static void age(String id, String age) throws Exception {
    office.execute(
        "UPDATE boxoffice.orders SET created_at = now() - interval '%s' WHERE id = %s"
            .formatted(age, internal(id)));
  }

  private static String internal(String id) {
    return "(SELECT id FROM boxoffice.orders WHERE public_id = '" + id + "')";
  }
}
