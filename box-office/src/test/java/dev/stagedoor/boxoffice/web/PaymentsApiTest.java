package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.ApiClient.json;
import static dev.stagedoor.boxoffice.web.BoxOfficeFixture.order;
import static dev.stagedoor.boxoffice.web.OrdersApiTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.order.Charging;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PaymentsApiTest {
  private static final String KEY = "Idempotency-Key";
  private static BoxOfficeFixture office;
  private String event = "";

  @BeforeAll
  static void start() throws SQLException {
    office = new BoxOfficeFixture(Charging.ON);
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @BeforeEach
  void putOnSale() {
    event = office.newEvent(2500, "EUR");
  }

  @Test
  void anOrderThatCostsSomethingIsPlacedWithItsPaymentAndItsCapture() throws Exception {
    String id = place("A1", "A2");

    HttpResponse<String> answer = office.api.get("/orders/" + id);
    assertThat(json(answer).path("state").asString()).isEqualTo("placed");
    assertThat(json(answer).path("amountMinor").longValue()).isEqualTo(5000);
    assertThat(json(answer).path("currency").asString()).isEqualTo("EUR");
    assertThat(json(answer).at("/payment/state").asString()).isEqualTo("requested");
    assertThat(json(answer).at("/payment/capturedMinor").longValue()).isZero();
    assertThat(answer.body()).doesNotContain("tok_visa");
    assertThat(jobs(id)).isEqualTo("capture_payment");
    assertThat(json(office.api.get("/events/" + event)).path("priceMinor").longValue())
        .isEqualTo(2500);
  }

  @Test
  void anOrderThatCostsNothingNeedsNoTokenAndIsConfirmed() throws Exception {
    String free = office.newEvent();

    String id =
        json(office.api.post("/orders", order(free, "A1"), KEY, free)).path("id").asString();

    assertThat(json(office.api.get("/orders/" + id)).path("state").asString())
        .isEqualTo("confirmed");
    assertThat(json(office.api.get("/orders/" + id)).path("payment").isNull()).isTrue();
    assertThat(jobs(id)).isEqualTo("render_tickets,update_sales_counter");
  }

  @Test
  void withoutPaymentsEveryOrderIsConfirmed() throws Exception {
    try (BoxOfficeFixture free = new BoxOfficeFixture()) {
      String dear = free.newEvent(2500, "EUR");

      String id =
          json(free.api.post("/orders", order(dear, "A1"), KEY, dear)).path("id").asString();

      assertThat(json(free.api.get("/orders/" + id)).path("state").asString())
          .isEqualTo("confirmed");
      assertThat(free.number("SELECT count(*) FROM boxoffice.payments")).isZero();
    }
  }

  @Test
  void withoutATokenNothingThatCostsSomethingIsOrdered() throws Exception {
    HttpResponse<String> answer = office.api.post("/orders", order(event, "A1", "A2"), KEY, event);

    assertProblem(answer, 422, "#/paymentToken");
    assertProblem(answer, 422, "5000 minor units of EUR");
    assertThat(office.number("SELECT count(*) FROM boxoffice.orders WHERE event_id = " + event))
        .isZero();
    assertThat(place("A1", "A2")).isNotEmpty(); // the key is free
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "\"\"", "\"has space\"", "\"tok\\u0000\"", "[\"tok_visa\"]"})
  void aTokenThatIsNoneIsNamed(String token) {
    String body =
        order(event, "A1").replace("{\"eventId\"", "{\"paymentToken\":" + token + ",\"eventId\"");

    assertProblem(office.api.post("/orders", body, KEY, event), 422, "#/paymentToken");
  }

  @Test
  void anotherTokenIsAnotherRequest() {
    office.api.post("/orders", paying("tok_visa", "A1"), KEY, event);

    assertProblem(
        office.api.post("/orders", paying("tok_other", "A1"), KEY, event), 422, "another request");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"priceMinor\":-1            | #/priceMinor",
        "\"priceMinor\":25.5          | #/priceMinor",
        "\"priceMinor\":25.0          | #/priceMinor",
        "\"priceMinor\":\"2500\"      | #/priceMinor",
        "\"priceMinor\":1000000000001 | #/priceMinor",
        "\"priceMinor\":1e3           | #/priceMinor",
        "\"priceMinor\":99999999999999999999 | #/priceMinor",
        "\"currency\":\"EURO\"        | #/currency",
        "\"currency\":\"eur\"         | #/currency",
        "\"currency\":\"XAU\"         | #/currency",
        "\"currency\":\"ZZZ\"         | #/currency",
        "\"currency\":978             | #/currency",
      })
  void aWrongPriceIsNamed(String wrong, String pointer) {
    String body =
        "{\"title\":\"Gala\",\"organizer\":\"T\",\"startsAt\":\"2027-05-01T19:30:00Z\",\"seats\":[\"A1\"],%s}"
            .formatted(wrong.strip());

    assertProblem(office.api.post("/events", body), 422, pointer);
  }

  @Test
  void whatCostsMoreThanAnythingMayIsNotOrdered() {
    String dear = office.newEvent(1_000_000_000_000L, "JPY");

    assertProblem(
        office.api.post("/orders", payingFor(dear, "tok_visa", "A1", "A2"), KEY, dear),
        422,
        "#/seats");
    assertThat(
            office.api.post("/orders", payingFor(dear, "tok_visa", "A1"), KEY, dear).statusCode())
        .isEqualTo(201);
  }

  @Test
  void aCancelledOrderStaysSoAndItsSeatsAreFree() throws Exception {
    String id = place("A1");

    HttpResponse<String> first = office.api.post("/orders/" + id + "/cancel", "");
    HttpResponse<String> again = office.api.post("/orders/" + id + "/cancel", "");

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(json(first).path("state").asString()).isEqualTo("cancelled");
    assertThat(json(first).at("/payment/state").asString()).isEqualTo("cancelled");
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(json(office.api.get("/events/" + event)).at("/seats/0/sold").booleanValue())
        .isFalse();
    assertThat(office.api.post("/orders", paying("tok_visa", "A1"), KEY, event + "b").statusCode())
        .isEqualTo(201);
  }

  @Test
  void anOrderThatIsPaidIsNotCancelled() throws Exception {
    String id = capturedOrder();

    assertProblem(office.api.post("/orders/" + id + "/cancel", ""), 409, "refunds");
    assertProblem(
        office.api.post("/orders/5f2c1b9e-7d2a-4a43-9c6e-0d9a3f8b1c77/cancel", ""), 404, "5f2c");
    assertProblem(office.api.post("/orders/x/cancel", ""), 404, "x");
  }

  @Test
  void aConfirmedOrderIsWithdrawnAndCountedBack() throws Exception {
    String free = office.newEvent();
    String id =
        json(office.api.post("/orders", order(free, "A1"), KEY, free)).path("id").asString();

    assertThat(office.api.post("/orders/" + id + "/cancel", "").statusCode()).isEqualTo(200);
    assertThat(office.api.post("/orders/" + id + "/cancel", "").statusCode()).isEqualTo(200);

    assertThat(jobs(id))
        .isEqualTo("render_tickets,subtract_from_sales_counter,update_sales_counter");
  }

  @Test
  void aRefundIsAskedForOnceUnderItsKey() throws Exception {
    String id = capturedOrder();
    String body = "{\"amountMinor\":1500,\"currency\":\"EUR\",\"reason\":\"rain\"}";

    HttpResponse<String> first = refund(id, body, "rain-" + id);
    HttpResponse<String> again = refund(id, body.replace(",", " , "), "rain-" + id);

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(first.headers().firstValue("Location")).contains("/orders/" + id);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
    HttpResponse<String> shown = office.api.get("/orders/" + id);
    assertThat(json(shown).at("/payment/refundingMinor").longValue()).isEqualTo(1500);
    assertThat(json(shown).at("/payment/refundedMinor").longValue()).isZero();
    assertThat(json(shown).at("/payment/refunds/0/id").asString())
        .isEqualTo(json(first).path("id").asString());
    assertThat(json(shown).at("/payment/refunds/0/reason").asString()).isEqualTo("rain");
    assertThat(json(shown).at("/payment/refunds")).hasSize(1);
  }

  @Test
  void ofManyAtOnceNoMoreThanWasCapturedIsAskedFor() throws Exception {
    String id = capturedOrder();
    List<CompletableFuture<HttpResponse<String>>> all =
        IntStream.range(0, 24)
            .mapToObj(
                i ->
                    office.api.postAsync(
                        "/orders/" + id + "/refunds", "{\"amountMinor\":1000}", KEY, id + "-" + i))
            .toList();

    List<Integer> statuses = all.stream().map(f -> f.join().statusCode()).toList();

    assertThat(statuses).allMatch(s -> s == 201 || s == 422);
    assertThat(statuses.stream().filter(s -> s == 201)).hasSize(5);
    assertThat(
            office.number(
                "SELECT sum(r.amount_minor) FROM boxoffice.refunds r JOIN boxoffice.payments p ON p.id = r.payment_id"
                    + " JOIN boxoffice.orders o ON o.id = p.order_id WHERE o.public_id = '"
                    + id
                    + "'"))
        .isEqualTo(5000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                        | #/amountMinor",
        "{\"amountMinor\":0}                       | #/amountMinor",
        "{\"amountMinor\":-5}                      | #/amountMinor",
        "{\"amountMinor\":0.5}                     | #/amountMinor",
        "{\"amountMinor\":\"5\"}                   | #/amountMinor",
        "{\"amountMinor\":1000000000001}           | #/amountMinor",
        "{\"amountMinor\":5001}                    | at most 5000 minor units of EUR",
        "{\"amountMinor\":5,\"currency\":\"USD\"}  | #/currency",
        "{\"amountMinor\":5,\"currency\":\"EURO\"} | #/currency",
        "{\"amountMinor\":5,\"reason\":\"\"}       | #/reason",
      })
  void aWrongRefundIsNamedAndItsKeyStaysFree(String body, String named) throws Exception {
    String id = capturedOrder();

    assertProblem(refund(id, body.strip(), id), 422, named);
    assertThat(refund(id, "{\"amountMinor\":1}", id).statusCode()).isEqualTo(201);
  }

  @Test
  void whatWasNotCapturedIsNotGivenBack() throws Exception {
    String id = place("A1");

    assertProblem(refund(id, "{\"amountMinor\":1}", id), 409, "cancel");
    assertProblem(
        refund("5f2c1b9e-7d2a-4a43-9c6e-0d9a3f8b1c77", "{\"amountMinor\":1}", id), 404, "5f2c");
    assertProblem(office.api.post("/orders/" + id + "/refunds", "{\"amountMinor\":1}"), 400, KEY);
  }

  @Test
  void aKeyOfAnOrderIsNoneOfARefund() throws Exception {
    String id = capturedOrder();

    assertProblem(refund(id, "{\"amountMinor\":1}", event), 422, "another request");
  }

  private String place(String... seats) {
    HttpResponse<String> answer = office.api.post("/orders", paying("tok_visa", seats), KEY, event);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return json(answer).path("id").asString();
  }

  /** As the capture leaves it. */
  private String capturedOrder() throws SQLException {
    String id = place("A1", "A2");
    office.execute(
        """
        UPDATE boxoffice.payments p
           SET state = 'captured', captured_minor = p.amount_minor, reference = 'cap_1',
               token = NULL, settled_at = now()
          FROM boxoffice.orders o WHERE o.id = p.order_id AND o.public_id = '%1$s';
        UPDATE boxoffice.orders SET state = 'paid' WHERE public_id = '%1$s'"""
            .formatted(id));
    return id;
  }

  private HttpResponse<String> refund(String id, String body, String key) {
    return office.api.post("/orders/" + id + "/refunds", body, KEY, key);
  }

  private String paying(String token, String... seats) {
    return payingFor(event, token, seats);
  }

  private static String payingFor(String event, String token, String... seats) {
    return order(event, seats).replaceFirst("\\{", "{\"paymentToken\":\"" + token + "\",");
  }

  private static String jobs(String id) throws SQLException {
    return office.text(
        """
        SELECT string_agg(j.type, ',' ORDER BY j.type)
          FROM boxoffice.orders o
          JOIN stagedoor.outbox j ON j.request_id = o.request_id
                                  OR j.payload::jsonb ->> 'orderId' = o.id::text
         WHERE o.public_id = '%s'"""
            .formatted(id));
  }
}
