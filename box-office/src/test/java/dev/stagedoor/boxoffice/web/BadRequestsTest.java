package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.ApiClient.json;
import static dev.stagedoor.boxoffice.web.BoxOfficeFixture.order;
import static dev.stagedoor.boxoffice.web.OrdersApiTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.ConfigurationFault;
import dev.stagedoor.event.Events;
import dev.stagedoor.tx.JdbcTransactions;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

class BadRequestsTest {
  private static BoxOfficeFixture office;
  private static String event = "";

  @BeforeAll
  static void start() throws SQLException {
    office = new BoxOfficeFixture();
    event = office.newEvent();
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"eventId\":1 | \"x\":1 | #/eventId",
        "\"eventId\":1 | \"eventId\":1.5 | #/eventId",
        "\"eventId\":1 | \"eventId\":\"one\" | #/eventId",
        "\"eventId\":1 | \"eventId\":99999999999999999999 | #/eventId",
        "\"eventId\":1 | \"eventId\":null | #/eventId",
        "[\"A1\"] | [] | #/seats",
        "[\"A1\"] | \"A1\" | #/seats",
        "[\"A1\"] | [\"A1\",\"A1\"] | #/seats/1",
        "[\"A1\"] | [\"A1\",7] | #/seats/1",
        "[\"A1\"] | [\"\"] | #/seats/0",
        "[\"A1\"] | [\"Z9\"] | #/seats",
        "\"Eva\" | \"\" | #/buyer/name",
        "\"Eva\" | \"   \" | #/buyer/name",
        "\"Eva\" | 7 | #/buyer/name",
        "\"Eva\" | \"Eva\\u0000\" | #/buyer/name",
        "\"Eva\" | \"Eva\\ud83d\" | #/buyer/name",
        "\"Eva\" | \"A\\n.\\nMAIL FROM:<y>\" | #/buyer/name",
        "\"Eva\" | \"Eva\\u2028\" | #/buyer/name",
        "\"Eva\" | \"Eva\\u007f\" | #/buyer/name",
        "eva@example.org | eva | #/buyer/email",
        "eva@example.org | eva@example.org\\r\\nBcc: x@evil.test | #/buyer/email",
        "eva@example.org | eva@@example.org | #/buyer/email",
        "eva@example.org | <eva@example.org> | #/buyer/email",
        "eva@example.org | évа@example.org | #/buyer/email",
        "\"buyer\": | \"buyers\": | #/buyer/name",
      })
  void aWrongFieldIsNamed(String right, String wrong, String pointer) throws Exception {
    String body =
        "{\"eventId\":1,\"seats\":[\"A1\"],\"buyer\":{\"name\":\"Eva\",\"email\":\"eva@example.org\"}}"
            .replace(right, wrong);

    HttpResponse<String> answer = office.api.post("/orders", body, "Idempotency-Key", "bad");

    assertProblem(answer, 422, pointer);
    assertThat(json(answer).path("errors").get(0).path("pointer").asString()).isEqualTo(pointer);
    assertThat(office.number("SELECT count(*) FROM boxoffice.orders WHERE buyer_email LIKE 'eva%'"))
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Gala\\r\\nBcc: x@evil.test",
        "A\\n.\\nMAIL FROM:<y>",
        "A\\rB",
        "A\\u0085B",
        "A\\u2028B",
        "A\\u0000B"
      })
  void C87_whatCouldSplitAHeaderIsRefusedWhereItComesIn(String written) {
    String event =
        "{\"title\":\"%1$s\",\"organizer\":\"%1$s\",\"startsAt\":\"2027-05-01T19:30:00Z\",\"rows\":2,\"seatsPerRow\":3}"
            .formatted(written);
    String order =
        "{\"eventId\":1,\"seats\":[\"A1\"],\"buyer\":{\"name\":\"%1$s\",\"email\":\"eva@x.org%1$s\"}}"
            .formatted(written);

    assertThat(pointers(office.api.post("/events", event)))
        .containsExactly("#/title", "#/organizer");
    assertThat(pointers(office.api.post("/orders", order, "Idempotency-Key", "c87")))
        .containsExactly("#/buyer/name", "#/buyer/email");
  }

  private static List<String> pointers(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(422);
    return json(answer).path("errors").findValuesAsString("pointer");
  }

  @Test
  void allWrongFieldsAreNamedAtOnce() {
    HttpResponse<String> answer = office.api.post("/orders", "{}", "Idempotency-Key", "bad");

    assertThat(json(answer).path("errors").findValuesAsString("pointer"))
        .containsExactly("#/eventId", "#/seats", "#/buyer/name", "#/buyer/email");
  }

  @Test
  void aNameOfSixtyFourKilobytesIsRefusedAndOneOfTwoHundredCharactersIsNot() {
    String body = order(event, "B5");

    assertProblem(
        office.api.post(
            "/orders", body.replace("José", "x".repeat(65_536)), "Idempotency-Key", "long"),
        422,
        "#/buyer/name");
    assertThat(
            office
                .api
                .post("/orders", body.replace("José", "😀".repeat(200)), "Idempotency-Key", "long")
                .statusCode())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[]", "7", "{\"eventId\":1}{}", "{\"eventId\":1,\"eventId\":2}", "nul"})
  void whatIsNotOneJsonObjectIsMalformed(String body) {
    assertProblem(office.api.post("/orders", body, "Idempotency-Key", "bad"), 400, "JSON");
  }

  @Test
  void bytesThatAreNotUtf8AreMalformed() {
    byte[] latin1 = order(event, "A1").getBytes(StandardCharsets.ISO_8859_1);

    assertProblem(
        office.api.post("/orders", BodyPublishers.ofByteArray(latin1), "Idempotency-Key", "bad"),
        400,
        "JSON");
  }

  @Test
  void anIdOfSixtyFourBitsIsNotRounded() {
    for (String id : new String[] {"9007199254740993", "3889108265204450030"}) {
      String asText = order(id, "A1");
      String asNumber = asText.replace("\"" + id + "\"", id);

      assertProblem(office.api.post("/orders", asText, "Idempotency-Key", "big"), 404, id);
      assertProblem(office.api.post("/orders", asNumber, "Idempotency-Key", "big"), 404, id);
      assertProblem(office.api.get("/events/" + id), 404, id);
    }
  }

  @Test
  void aBodyThatIsTooLargeIsRefusedWhetherOrNotItSaysSo() {
    byte[] large = " ".repeat(BoxOfficeServer.LARGEST_BODY + 1).getBytes(StandardCharsets.UTF_8);

    assertProblem(
        office.api.post("/orders", BodyPublishers.ofByteArray(large), "Idempotency-Key", "large"),
        413,
        "at most");
    assertProblem(
        office.api.post(
            "/orders",
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)),
            "Idempotency-Key",
            "large"),
        413,
        "at most");
  }

  @Test
  void whatIsNotHereIsAProblemToo() {
    assertProblem(office.api.get("/"), 404, "GET /");
    assertProblem(office.api.get("/orders/1"), 404, "1");
    assertProblem(office.api.get("/orders/5f2c1b9e-7d2a-4a43-9c6e-0d9a3f8b1c77"), 404, "5f2c1b9e");
    assertProblem(office.api.get("/events/x"), 404, "x");
    assertProblem(office.api.send(office.api.request("/orders").DELETE()), 405, "DELETE /orders");
    assertProblem(office.api.send(office.api.request("/health").DELETE()), 405, "DELETE /health");
  }

  @Test
  void whatIsNotHttpIsAProblemToo() throws IOException {
    assertThat(raw("GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("application/problem+json")
        .doesNotContain("<html");
    assertThat(raw("GARBAGE\r\n\r\n")).startsWith("HTTP/1.1 400").doesNotContain("<html");
  }

  @ParameterizedTest
  @ValueSource(strings = {"has space", "", "ключ"})
  void aRequestIdThatCannotBeLoggedIsReplaced(String id) throws IOException {
    String answer =
        raw(
            "GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: "
                + id
                + "\r\nConnection: close\r\n\r\n");

    assertThat(answer).startsWith("HTTP/1.1 200").containsPattern("X-Request-Id: [0-9a-f-]{36}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"title\":\"Gala\\r\\nBcc: x@evil.test\"",
        "\"organizer\":\"\"",
        "\"startsAt\":\"tomorrow\"",
        "\"startsAt\":\"2027-05-01T19:30:00\"",
        "\"startsAt\":\"+999999999-12-31T23:59:59Z\"",
        "\"rows\":0",
        "\"seatsPerRow\":1000",
        "\"seats\":[\"A1\",\"A1\"]"
      })
  void aWrongEventIsRefused(String wrong) {
    String name = wrong.substring(1, wrong.indexOf('"', 1));
    String right =
        "\"title\":\"Gala\",\"organizer\":\"T\",\"startsAt\":\"2027-05-01T19:30:00Z\",\"rows\":2,\"seatsPerRow\":3";
    String body = "{" + right.replaceAll("\"" + name + "\":[^,]*,?", "") + "," + wrong + "}";

    assertProblem(office.api.post("/events", body.replace(",,", ",")), 422, "#/" + name);
  }

  @Test
  void anEventShowsItsSeats() {
    String id = office.newEvent();
    office.api.post("/orders", order(id, "A2"), "Idempotency-Key", "show" + id);

    HttpResponse<String> answer = office.api.get("/events/" + id);

    assertThat(json(answer).path("startsAt").asString()).isEqualTo("2027-05-01T17:30:00Z");
    assertThat(json(answer).path("seats")).hasSize(10);
    assertThat(json(answer).path("seats").get(0).path("sold").booleanValue()).isFalse();
    assertThat(json(answer).path("seats").get(1).path("seat").asString()).isEqualTo("A2");
    assertThat(json(answer).path("seats").get(1).path("sold").booleanValue()).isTrue();
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
  }

  @Test
  void whileTheDatabaseIsAwayTheClientIsToldToComeAgain() {
    PGSimpleDataSource nowhere = new PGSimpleDataSource();
    nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/none");
    try (BoxOfficeServer server =
        BoxOfficeServer.start(
            BoxOfficeFixture.ANY_PORT,
            nowhere,
            new JdbcTransactions(nowhere, Events.none()),
            office.outbox.watched())) {
      ApiClient api = new ApiClient(server.uri());

      HttpResponse<String> answer =
          api.post("/orders", order("1", "A1"), "Idempotency-Key", "away");
      assertProblem(answer, 503, "same Idempotency-Key");
      assertThat(answer.headers().firstValue("Retry-After")).contains("1");
      assertProblem(api.get("/health"), 503, "database");
    }
  }

  @Test
  void aTakenPortIsOneLine() {
    WebSettings taken = BoxOfficeFixture.ANY_PORT.at("127.0.0.1", office.server.uri().getPort());

    assertThatThrownBy(
            () ->
                BoxOfficeServer.start(
                    taken,
                    office.database,
                    new JdbcTransactions(office.database, Events.none()),
                    office.outbox.watched()))
        .isInstanceOf(ConfigurationFault.class)
        .hasMessageMatching("port \\d+ of 127.0.0.1 is taken: give another with --port");
  }

  private static String raw(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", office.server.uri().getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** More than the service has threads. */
  @Test
  void clientsThatSendSlowlyHoldUpNobody() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        Socket socket = new Socket("127.0.0.1", office.server.uri().getPort());
        slow.add(socket);
        write(socket, head(1000) + "{");
      }
      // sooner than the slow ones are given up
      try (Socket quick = new Socket("127.0.0.1", office.server.uri().getPort())) {
        write(quick, "GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(firstLine(quick)).startsWith("HTTP/1.1 200 ");
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void aBodyThatSaysItIsTooLargeIsNotWaitedFor() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", office.server.uri().getPort())) {
      write(socket, head(999_999_999) + "{");
      assertThat(firstLine(socket)).startsWith("HTTP/1.1 413 ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"zz", "3\r\n{}"})
  void chunksThatAreNoneAreTheClientsFault(String chunk) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", office.server.uri().getPort())) {
      write(
          socket,
          head(1).replace("Content-Length: 1", "Transfer-Encoding: chunked") + chunk + "\r\n");
      socket.shutdownOutput();
      assertThat(firstLine(socket)).startsWith("HTTP/1.1 400 ");
    }
  }

  private static String head(int length) {
    return "POST /orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + "Idempotency-Key: slow\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
  }

  private static String firstLine(Socket socket) throws IOException {
    socket.setSoTimeout(20_000);
    return String.valueOf(
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
            .readLine());
  }
}
