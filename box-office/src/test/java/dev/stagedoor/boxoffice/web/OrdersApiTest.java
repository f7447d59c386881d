package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.ApiClient.json;
import static dev.stagedoor.boxoffice.web.BoxOfficeFixture.order;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrdersApiTest {
  private static final String KEY = "Idempotency-Key";
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static BoxOfficeFixture office;
  private String event = "";

  @BeforeAll
  static void start() throws SQLException {
    office = new BoxOfficeFixture();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @BeforeEach
  void putOnSale() {
    event = office.newEvent();
  }

  @AfterEach
  void letGo() {
    office.outbox.meanwhile = () -> {};
  }

  @Test
  void anOrderIsThereWithItsTicketsItsJobsAndItsKey() throws Exception {
    int nudges = office.outbox.nudges.get();
    HttpResponse<String> answer =
        office.api.post(
            "/orders",
            order(event, "A2", "A1"),
            KEY,
            event,
            "X-Request-Id",
            "r-" + event,
            "traceparent",
            TRACE);

    assertThat(answer.statusCode()).isEqualTo(201);
    assertThat(answer.headers().firstValue("X-Request-Id")).contains("r-" + event);
    String id = json(answer).path("id").asString();
    assertThat(answer.headers().firstValue("Location")).contains("/orders/" + id);
    assertThat(orders()).isEqualTo(1);
    assertThat(
            office.text(
                "SELECT string_agg(seat, ',' ORDER BY id) FROM boxoffice.tickets WHERE event_id = "
                    + event))
        .isEqualTo("A1,A2");
    assertThat(
            office.text(
                """
                SELECT string_agg(type, ',' ORDER BY type) FROM jobs j JOIN boxoffice.orders o ON o.id = j.order_id
                 WHERE o.public_id = '%s' AND j.request_id = 'r-%s' AND o.request_id = j.request_id AND traceparent LIKE '%s%%' AND traceparent <> '%s'"""
                    .formatted(id, event, TRACE.substring(0, 36), TRACE)))
        .isEqualTo("render_tickets,update_sales_counter");
    assertThat(office.outbox.nudges.get()).isEqualTo(nudges + 1);
  }

  @Test
  void theSameRequestUnderTheSameKeyGetsTheFirstAnswer() throws Exception {
    HttpResponse<String> first = office.api.post("/orders", order(event, "A1"), KEY, event);
    HttpResponse<String> again =
        office.api.post(
            "/orders", order(event, "A1").replace(",", " ,\n"), KEY, "\"" + event + "\"");

    assertThat(again.statusCode()).isEqualTo(201);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.headers().firstValue("Location"))
        .isEqualTo(first.headers().firstValue("Location"));
    assertThat(first.headers().firstValue("Idempotency-Replayed")).isEmpty();
    assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void anotherRequestUnderTheKeyIsRefused() throws Exception {
    office.api.post("/orders", order(event, "A1"), KEY, event);

    assertProblem(
        office.api.post("/orders", order(event, "A2"), KEY, event), 422, "another request");
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void aRequestWhileTheFirstUnderItsKeyIsRunningIsRefused() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    office.outbox.meanwhile =
        () -> {
          running.countDown();
          awaitQuietly(goOn);
        };
    CompletableFuture<HttpResponse<String>> first =
        office.api.postAsync("/orders", order(event, "A1"), KEY, event);
    running.await();

    HttpResponse<String> second = office.api.post("/orders", order(event, "A1"), KEY, event);
    goOn.countDown();

    assertProblem(second, 409, "not finished");
    assertThat(second.headers().firstValue("Retry-After")).contains("1");
    assertThat(first.join().statusCode()).isEqualTo(201);
    assertThat(office.api.post("/orders", order(event, "A1"), KEY, event).body())
        .isEqualTo(first.join().body());
  }

  @Test
  void keysOfTwoClientsAreApart() throws Exception {
    HttpResponse<String> anna =
        office.api.post("/orders", order(event, "A1"), KEY, event, "X-Client-Id", "anna");
    HttpResponse<String> ben =
        office.api.post("/orders", order(event, "A2"), KEY, event, "X-Client-Id", "ben");

    assertThat(anna.statusCode()).isEqualTo(201);
    assertThat(ben.statusCode()).isEqualTo(201);
    assertThat(orders()).isEqualTo(2);
    assertProblem(
        office.api.post("/orders", order(event, "A3"), KEY, event, "X-Client-Id", "no such\tid"),
        400,
        "X-Client-Id");
  }

  @Test
  void withoutAKeyNothingHappens() throws Exception {
    assertProblem(office.api.post("/orders", order(event, "A1")), 400, KEY);
    assertProblem(office.api.post("/orders", order(event, "A1"), KEY, "a b"), 400, KEY);
    assertProblem(office.api.post("/orders", order(event, "A1"), KEY, "k".repeat(256)), 400, KEY);
    assertThat(orders()).isZero();
  }

  @Test
  void ofManyAtOnceUnderOneKeyOnePlacesTheOrder() throws Exception {
    List<HttpResponse<String>> answers = new ArrayList<>();
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      all.add(office.api.postAsync("/orders", order(event, "A1"), KEY, event));
    }
    all.forEach(f -> answers.add(f.join()));

    assertThat(answers).allSatisfy(a -> assertThat(a.statusCode()).isIn(201, 409));
    assertThat(
            answers.stream()
                .filter(a -> a.statusCode() == 201)
                .map(HttpResponse::body)
                .collect(Collectors.toSet()))
        .hasSize(1);
    assertThat(orders()).isEqualTo(1);
  }

  @Test
  void aSeatIsSoldOnce() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      String[] seats = i % 2 == 0 ? new String[] {"A1", "A2"} : new String[] {"A2", "A1"};
      all.add(office.api.postAsync("/orders", order(event, seats), KEY, event + "-" + i));
    }

    List<Integer> statuses =
        all.stream().map(f -> f.join().statusCode()).collect(Collectors.toList());
    assertThat(statuses).containsOnlyOnce(201).allMatch(s -> s == 201 || s == 409);
    assertThat(orders()).isEqualTo(1);
    assertThat(
            office.number(
                "SELECT count(*) FROM jobs j JOIN boxoffice.orders o ON o.id = j.order_id WHERE o.event_id = "
                    + event))
        .isEqualTo(2);
  }

  @Test
  void whoComesSecondForASeatIsToldWhichAreSoldAndMayUseTheKeyAgain() throws Exception {
    office.api.post("/orders", order(event, "A1", "A3"), KEY, event);

    HttpResponse<String> second =
        office.api.post("/orders", order(event, "A1", "A2", "A3"), KEY, event + "b");

    assertProblem(second, 409, "A1, A3");
    assertThat(second.body()).doesNotContain("A2");
    assertThat(office.api.post("/orders", order(event, "A2"), KEY, event + "b").statusCode())
        .isEqualTo(201);
  }

  @Test
  void aSeatTakenBetweenTheLookAndTheInsertIsAConflictToo() throws Exception {
    String other = order(event, "A1");
    try (Connection rival = office.database.getConnection();
        Statement statement = rival.createStatement()) {
      rival.setAutoCommit(false);
      statement.execute(
          """
          WITH o AS (INSERT INTO boxoffice.orders (event_id, buyer_name, buyer_email, request_id)
                     VALUES (%s, 'R', 'r@example.org', 'r') RETURNING id)
          INSERT INTO boxoffice.tickets (order_id, event_id, seat) SELECT id, %s, 'A1' FROM o"""
              .formatted(event, event));
      CompletableFuture<HttpResponse<String>> second =
          office.api.postAsync("/orders", other, KEY, event);
      awaitSomebodyWaitingForALock();
      rival.commit();

      assertProblem(second.join(), 409, "A1");
    }
  }

  @Test
  void aFailureLeavesNothingBehindAndTheKeyFree() throws Exception {
    office.outbox.meanwhile =
        () -> {
          throw new IllegalStateException("secret inside");
        };

    HttpResponse<String> failed =
        office.api.post("/orders", order(event, "A1"), KEY, event, "X-Request-Id", "r1");

    assertProblem(failed, 500, "r1");
    assertThat(failed.body()).doesNotContain("secret", "Exception", "at dev.");
    assertThat(orders()).isZero();
    office.outbox.meanwhile = () -> {};
    assertThat(office.api.post("/orders", order(event, "A1"), KEY, event).statusCode())
        .isEqualTo(201);
  }

  @Test
  void anOrderTellsHowFarItIs() throws Exception {
    String id =
        json(office.api.post("/orders", order(event, "A1"), KEY, event)).path("id").asString();
    assertThat(json(office.api.get("/orders/" + id)).path("ticketsRendered").booleanValue())
        .isFalse();

    office.execute(
        "UPDATE boxoffice.tickets SET pdf_key = 'tickets/x.pdf' WHERE event_id = " + event);
    office.execute(
        """
        INSERT INTO boxoffice.email_sends (order_id, kind, claimed_at, sent_at)
        SELECT id, 'tickets', now(), '2026-11-29T10:00:00Z' FROM boxoffice.orders WHERE public_id = '%s'"""
            .formatted(id));

    HttpResponse<String> answer = office.api.get("/orders/" + id);
    assertThat(json(answer).path("ticketsRendered").booleanValue()).isTrue();
    assertThat(json(answer).path("emailSent").booleanValue()).isTrue();
    assertThat(json(answer).path("emailSentAt").asString()).isEqualTo("2026-11-29T10:00:00Z");
    assertThat(json(answer).path("seats").get(0).asString()).isEqualTo("A1");
  }

  @Test
  void keysAreKeptForADay() throws Exception {
    office.api.post("/orders", order(event, "A1"), KEY, event + "-old");
    office.api.post("/orders", order(event, "A2"), KEY, event + "-new");
    office.execute(
        "UPDATE boxoffice.idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = '%s-old'"
            .formatted(event));

    office.desk().forgetOldKeys();

    assertThat(
            office.text(
                "SELECT string_agg(key, ',') FROM boxoffice.idempotency_keys WHERE key LIKE '"
                    + event
                    + "-%'"))
        .isEqualTo(event + "-new");
  }

  private static void awaitSomebodyWaitingForALock() throws SQLException {
    while (office.number(
            "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
        == 0) {
      Thread.onSpinWait();
    }
  }

  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private long orders() throws SQLException {
    return office.number("SELECT count(*) FROM boxoffice.orders WHERE event_id = " + event);
  }

  static void assertProblem(HttpResponse<String> answer, int status, String detail) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(json(answer).path("status").intValue()).isEqualTo(status);
    assertThat(json(answer).path("title").asString()).isNotBlank();
    assertThat(json(answer).path("detail").asString()).contains(detail);
  }
}
