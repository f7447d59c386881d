package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.ApiClient.json;
import static dev.stagedoor.boxoffice.web.BoxOfficeFixture.order;
import static dev.stagedoor.boxoffice.web.OrdersApiTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code POST /orders/{id}/tickets/resend}: what is written, and what is not. */
class ResendsApiTest {
  private static final String KEY = "Idempotency-Key";
  private static BoxOfficeFixture office;

  @BeforeAll
  static void start() throws SQLException {
    office = new BoxOfficeFixture();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @Test
  void aResendIsWrittenWithItsJobAndShownWithItsOrder() throws Exception {
    String order = rendered();

    HttpResponse<String> answer =
        office.api.post(path(order), "{}", KEY, order, "X-Request-Id", "r-" + order);

    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(answer.headers().firstValue("Location")).contains("/orders/" + order);
    assertThat(json(answer).path("orderId").asString()).isEqualTo(order);
    String id = json(answer).path("id").asString();
    assertThat(jobs(order)).isEqualTo(1);
    assertThat(
            office.text(
                "SELECT request_id || coalesce(email, '') FROM boxoffice.ticket_resends"
                    + " WHERE public_id = '%s'".formatted(id)))
        .isEqualTo("r-" + order);
    JsonNode told = resends(order).get(0);
    assertThat(told.path("id").asString()).isEqualTo(id);
    assertThat(told.path("askedAt").asString()).startsWith("20");
    assertThat(told.path("sentAt").isNull()).isTrue();

    office.execute(
        "INSERT INTO boxoffice.ticket_resend_sends SELECT id, now(), '2026-11-29T06:00Z' FROM"
            + " boxoffice.ticket_resends WHERE public_id = '%s'".formatted(id));
    assertThat(resends(order).get(0).path("sentAt").asString()).isEqualTo("2026-11-29T06:00:00Z");
  }

  @Test
  void theSameRequestUnderItsKeyIsOneResendAndAnotherKeyIsAnother() throws Exception {
    String order = rendered();

    HttpResponse<String> first = office.api.post(path(order), "{}", KEY, order + "-1");
    HttpResponse<String> again = office.api.post(path(order), " { } ", KEY, order + "-1");
    HttpResponse<String> other = office.api.post(path(order), "{}", KEY, order + "-2");

    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
    assertThat(other.body()).isNotEqualTo(first.body());
    assertThat(jobs(order)).isEqualTo(2);
    assertThat(resends(order)).hasSize(2);
    assertProblem(
        office.api.post(path(order), "{\"email\":\"eva@example.com\"}", KEY, order + "-1"),
        422,
        "came with another request before");
  }

  @Test
  void manyAtOnceUnderOneKeyAreOneResend() throws Exception {
    String order = rendered();

    List<CompletableFuture<HttpResponse<String>>> all =
        IntStream.range(0, 16)
            .mapToObj(i -> office.api.postAsync(path(order), "{}", KEY, order))
            .toList();

    assertThat(all)
        .allSatisfy(answer -> assertThat(answer.join().statusCode()).isIn(201, 409))
        .anySatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(201));
    assertThat(jobs(order)).isEqualTo(1);
  }

  @Test
  void anotherAddressIsKeptWithTheResendAndTheOrdersStays() throws Exception {
    String order = rendered();

    office.api.post(path(order), "{\"email\":\"eva@example.com\"}", KEY, order);

    assertThat(
            office.text(
                "SELECT r.email || ' ' || o.buyer_email FROM boxoffice.ticket_resends r"
                    + " JOIN boxoffice.orders o ON o.id = r.order_id WHERE o.public_id = '%s'"
                        .formatted(order)))
        .isEqualTo("eva@example.com jose@example.org");
    assertThat(office.api.get("/orders/" + order).body()).doesNotContain("eva@example.com");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"email\":\"eva\"} | 422 | #/email \"eva\" is not an e-mail address: give one like name@example.org",
        "{\"email\":7} | 422 | #/email 7 is not text: give one like",
        "{\"email\":\"a@b\\r\\nBcc: c@d\"} | 422 | is not an e-mail address",
        "[] | 400 | object",
      })
  void aBadBodyIsToldInOneLine(String body, int status, String detail) throws Exception {
    String order = rendered();

    assertProblem(office.api.post(path(order), body, KEY, order), status, detail);
    assertProblem(office.api.post(path(order), "{}"), 400, "Idempotency-Key");
    assertThat(jobs(order)).isZero();
  }

  @Test
  void whatHasNoTicketsToSendIsToldWhy() throws Exception {
    String early = placed();
    assertProblem(
        office.api.post(path(early), "{}", KEY, early),
        409,
        "the order is confirmed and its tickets are not rendered yet: their first mail is to come");

    String gone = rendered();
    office.api.post("/orders/" + gone + "/cancel", "{}");
    assertProblem(
        office.api.post(path(gone), "{}", KEY, gone),
        409,
        "the order is cancelled and its tickets are void");

    String none = UUID.randomUUID().toString();
    assertProblem(office.api.post(path(none), "{}", KEY, none), 404, none);
    assertProblem(office.api.post(path("4471"), "{}", KEY, none), 404, "4471");
    assertThat(jobs(early) + jobs(gone)).isZero();

    office.execute("UPDATE boxoffice.tickets SET pdf_key = 'x' WHERE pdf_key IS NULL");
    assertThat(office.api.post(path(early), "{}", KEY, early).statusCode()).isEqualTo(201);
  }

  private static String path(String order) {
    return "/orders/" + order + "/tickets/resend";
  }

  private static String placed() {
    String event = office.newEvent();
    return json(office.api.post("/orders", order(event, "A1"), KEY, event)).path("id").asString();
  }

  private static String rendered() throws SQLException {
    String order = placed();
    office.execute(
        "UPDATE boxoffice.tickets SET pdf_key = 'x' WHERE order_id = (SELECT id FROM"
            + " boxoffice.orders WHERE public_id = '%s')".formatted(order));
    return order;
  }

  private static JsonNode resends(String order) {
    return json(office.api.get("/orders/" + order)).path("resends");
  }

  private static long jobs(String order) throws SQLException {
    return office.number(
        """
        SELECT count(*) FROM stagedoor.outbox j
          JOIN boxoffice.ticket_resends r ON r.id = (j.payload::jsonb ->> 'resendId')::bigint
          JOIN boxoffice.orders o ON o.id = r.order_id
         WHERE j.type = 'resend_tickets' AND o.public_id = '%s'"""
            .formatted(order));
  }
}
