package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.ApiClient.json;
import static dev.stagedoor.boxoffice.web.BoxOfficeFixture.order;
import static dev.stagedoor.boxoffice.web.OrdersApiTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What HTTP itself asks of a server: methods, HEAD, media types. */
class ProtocolTest {
  private static final String KEY = "Idempotency-Key";
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
        "GET | /orders | POST",
        "HEAD | /orders | POST",
        "DELETE | /orders | POST",
        "OPTIONS | /events | POST",
        "PATCH | /events | POST",
        "POST | /health | GET, HEAD",
        "BREW | /health | GET, HEAD",
        "PUT | /events/1 | GET, HEAD",
        "DELETE | /orders/5f2c1b9e-7d2a-4a43-9c6e-0d9a3f8b1c77 | GET, HEAD",
      })
  void anotherMethodIsToldWhichThereAre(String method, String path, String allowed) {
    HttpResponse<String> answer =
        office.api.send(office.api.request(path).method(method, BodyPublishers.noBody()));

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).contains(allowed);
    if (!method.equals("HEAD")) {
      assertProblem(answer, 405, method + " " + path);
      assertProblem(answer, 405, "use " + allowed.replace(", ", " or "));
    }
  }

  @Test
  void headAnswersAsGetWithoutTheBody() {
    String placed =
        office.api.post("/orders", order(event, "B1"), KEY, "head").headers().map().toString();
    String order = placed.replaceAll(".*(/orders/[0-9a-f-]+).*", "$1");

    for (String path : List.of("/health", "/events/" + event, "/events/0", order)) {
      HttpResponse<String> get = office.api.get(path);
      HttpResponse<String> head =
          office.api.send(office.api.request(path).method("HEAD", BodyPublishers.noBody()));

      assertThat(head.statusCode()).as(path).isEqualTo(get.statusCode());
      assertThat(head.body()).isEmpty();
      for (String header : List.of("Content-Type", "Content-Length", "Cache-Control")) {
        assertThat(head.headers().firstValue(header))
            .as(path + " " + header)
            .isEqualTo(get.headers().firstValue(header));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonp",
        "application/json, text/plain",
        "text/json",
        "application/",
        "json",
        "image/+json",
      })
  void aBodyOfAnotherMediaTypeIsRefused(String type) throws SQLException {
    for (String path : List.of("/orders", "/events")) {
      HttpResponse<String> answer =
          office.api.post(path, order(event, "B2"), KEY, "type", "Content-Type", type);

      assertProblem(answer, 415, "\"" + type + "\"");
      assertProblem(answer, 415, "send Content-Type: application/json");
      assertThat(answer.headers().firstValue("Accept")).contains("application/json");
    }
    assertThat(office.number("SELECT count(*) FROM boxoffice.tickets WHERE seat = 'B2'")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON;charset=utf-8",
        "application/json ; charset=\"UTF-8\"",
        "application/vnd.stagedoor.order+json",
        "application/ld+JSON; profile=\"x\"",
      })
  void aBodyOfJsonByAnyNameIsRead(String type) {
    HttpResponse<String> answer =
        office.api.post("/orders", order("0", "A1"), KEY, "json", "Content-Type", type);

    assertThat(json(answer).path("errors").get(0).path("pointer").asString())
        .isEqualTo("#/eventId");
  }

  @Test
  void aBodyWithoutAMediaTypeIsRefusedAndOneWithTwoIsToo() throws IOException {
    assertThat(raw("", "{}")).startsWith("HTTP/1.1 415").contains("without a Content-Type");
    assertThat(raw("Content-Type: application/json\r\nContent-Type: text/plain\r\n", "{}"))
        .startsWith("HTTP/1.1 400")
        .contains("2 Content-Type headers", "send one");
    assertThat(raw("", "")).startsWith("HTTP/1.1 400").contains("the body is empty");
  }

  @Test
  void aBodyThatIsPackedIsRefused() {
    HttpResponse<String> answer =
        office.api.post("/orders", order(event, "B2"), KEY, "gz", "Content-Encoding", "gzip");

    assertProblem(answer, 415, "\"gzip\"");
    assertThat(answer.headers().firstValue("Accept-Encoding")).contains("identity");
  }

  @Test
  void aHeadThatIsTooLongIsToldTheLimit() throws IOException {
    String limit = "address and headers take at most 8192 bytes together: shorten them";

    assertThat(send("GET /" + "a".repeat(9000) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
        .startsWith("HTTP/1.1 414")
        .contains(limit);
    assertThat(raw("X-Long: " + "a".repeat(9000) + "\r\n", ""))
        .startsWith("HTTP/1.1 431")
        .contains(limit);
  }

  private static String raw(String headers, String body) throws IOException {
    return send(
        "POST /orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\nIdempotency-Key: raw\r\n"
            + headers
            + ("Content-Length: " + body.length() + "\r\n\r\n" + body));
  }

  private static String send(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", office.server.uri().getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
