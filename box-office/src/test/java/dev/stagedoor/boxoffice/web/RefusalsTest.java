package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.BoxOfficeFixture.order;
import static dev.stagedoor.boxoffice.web.OrdersApiTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a refusal says: the value that was given, and what to give. */
class RefusalsTest {
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
      quoteCharacter = '~',
      value = {
        "\"eventId\":1 | \"x\":1 | #/eventId is missing: give a whole number from 1 to 9223372036854775807",
        "\"eventId\":1 | \"eventId\":-1 | #/eventId -1 is no id: give a whole number from 1 to 9223372036854775807",
        "\"eventId\":1 | \"eventId\":0 | #/eventId 0 is no id: give a whole number from 1 to",
        "\"eventId\":1 | \"eventId\":\"-7\" | #/eventId \"-7\" is no id: give a whole number from 1 to",
        "\"eventId\":1 | \"eventId\":9223372036854775808 | #/eventId 9223372036854775808 is no id",
        "\"eventId\":1 | \"eventId\":1.5 | #/eventId 1.5 is no id",
        "\"eventId\":1 | \"eventId\":1e999999999 | is no id",
        "\"eventId\":1 | \"eventId\":true | #/eventId true is no id",
        "[\"A1\"] | \"A1\" | #/seats \"A1\" is not a list: give 1 to 50 seats, as in [\"A1\",\"A2\"]",
        "[\"A1\"] | {} | #/seats an object is not a list: give 1 to 50 seats",
        "[\"A1\"] | null | #/seats is missing: give 1 to 50 seats",
        "[\"A1\"] | [] | #/seats a list of 0 is empty: give 1 to 50 seats",
        "[\"A1\"] | [MANY] | #/seats a list of 51 is too long: give 1 to 50 seats",
        "[\"A1\"] | [7] | #/seats/0 7 is not text: give 1 to 20 characters on one line",
        "[\"A1\"] | [\" \"] | #/seats/0 \" \" is blank: give 1 to 20 characters on one line",
        "\"Eva\" | [\"Eva\"] | #/buyer/name a list of 1 is not text: give 1 to 200 characters",
        "\"Eva\" | \"LONG\" | #/buyer/name \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\" has 300 characters: give 1 to 200",
        "\"Eva\" | \"E\\u0007a\" | #/buyer/name \"E?a\" holds U+0007: leave it out",
        "\"Eva\" | \"E\\u202ea\" | holds U+202E: leave it out",
        "\"Eva\" | \"E\\ud83d\" | #/buyer/name \"E?\" holds U+D83D, half of a character: leave it out",
        "eva@example.org | eva | #/buyer/email \"eva\" is not an e-mail address: give one like name@example.org",
        "\"name\":\"Eva\" | \"x\":1 | #/buyer/name is missing: give 1 to 200 characters on one line",
      })
  void aWrongFieldNamesItsValueAndTheMend(String right, String wrong, String detail) {
    String given =
        wrong.replace("MANY", "1,".repeat(50) + "1").replace("LONG", "x".repeat(300)).strip();
    String body =
        "{\"eventId\":1,\"seats\":[\"A1\"],\"buyer\":{\"name\":\"Eva\",\"email\":\"eva@example.org\"}}"
            .replace(right.strip(), given);

    assertProblem(office.api.post("/orders", body, KEY, "bad"), 422, detail.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"rows\":2 | \"rows\":-2 | #/rows -2 is out of range: give a whole number from 1 to 200",
        "\"rows\":2 | \"rows\":\"2\" | #/rows \"2\" is no number: give a whole number from 1 to 200",
        "\"seatsPerRow\":3 | \"x\":3 | #/seatsPerRow is missing: give a whole number from 1 to 100",
        "2027-05-01T19:30:00Z | tomorrow | #/startsAt \"tomorrow\" is no time from 1970 to 9999 with its offset: give one like",
      })
  void aWrongEventNamesItsValueAndTheMend(String right, String wrong, String detail) {
    String body =
        "{\"title\":\"Gala\",\"organizer\":\"T\",\"startsAt\":\"2027-05-01T19:30:00Z\",\"rows\":2,\"seatsPerRow\":3}"
            .replace(right.strip(), wrong.strip());

    assertProblem(office.api.post("/events", body), 422, detail.strip());
  }

  @Test
  void aSeatThatIsNotThereIsToldWhichAre() {
    assertProblem(
        office.api.post("/orders", order(event, "ZZ99"), KEY, "seat"),
        422,
        "#/seats \"ZZ99\" is no seat of event %s: choose from A1 to B5 (2 rows of 5 seats), listed at GET /events/%s"
            .formatted(event, event));
  }

  @Test
  void ofSeatsInNoRowsTheFirstTheLastAndTheNumberAreTold() {
    String body =
        "{\"title\":\"Gala\",\"organizer\":\"T\",\"startsAt\":\"2027-05-01T19:30:00Z\",\"seats\":[\"A1\",\"A2\",\"Box\"]}";
    String id = ApiClient.json(office.api.post("/events", body)).path("id").asString();

    assertProblem(
        office.api.post("/orders", order(id, "A3"), KEY, "seat"),
        422,
        "\"A3\" is no seat of event %s: choose from A1 to Box (3 seats), listed at GET /events/%s"
            .formatted(id, id));
  }

  @Test
  void aKeyThatIsUsedIsNamed() {
    office.api.post("/orders", order(event, "A1"), KEY, "used-before");

    assertProblem(
        office.api.post("/orders", order(event, "A2"), KEY, "used-before"),
        422,
        "\"used-before\" came with another request before: use a new key");
  }

  @Test
  void headersThatDecideComeOnce() throws SQLException {
    assertProblem(
        office.api.post("/orders", order(event, "B3"), KEY, "one", KEY, "two"),
        400,
        "2 Idempotency-Key headers: send one");
    assertProblem(
        office.api.post("/orders", order(event, "B3"), KEY, "one", KEY, "one"), 400, "send one");
    assertProblem(
        office.api.post(
            "/orders", order(event, "B3"), KEY, "one", "X-Client-Id", "a", "X-Client-Id", "b"),
        400,
        "2 X-Client-Id headers: send one");
    assertThat(office.number("SELECT count(*) FROM boxoffice.tickets WHERE seat = 'B3'")).isZero();
  }

  @Test
  void aMalformedHeaderIsNamedWithItsValue() {
    assertProblem(office.api.post("/orders", "{}", KEY, "a b"), 400, "Idempotency-Key \"a b\"");
    assertProblem(
        office.api.post("/orders", "{}", KEY, "k", "X-Client-Id", "no client"),
        400,
        "X-Client-Id \"no client\"");
  }

  @Test
  void nestingBeyondTheLimitIsOneSentenceOfOurs() {
    assertProblem(
        office.api.post("/orders", "{\"a\":".repeat(5000), KEY, "deep"),
        400,
        "the body is nested deeper than 64 levels, or holds a number or a name that is too long");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":",
        "{\"a\":1}{}",
        "{\"a\":1,\"a\":2}",
        "nul",
        "{'a':1}",
        "{\"a\":01}",
        "\u001f",
        "NEST",
        "{\"a\":NUMBER}",
        "{\"NUMBER\":1}"
      })
  void whatJacksonSaysStaysInside(String given) {
    String body = given.replace("NEST", "[".repeat(5000)).replace("NUMBER", "1".repeat(60_000));

    HttpResponse<String> answer = office.api.post("/orders", body, KEY, "inside");

    assertProblem(answer, 400, "the body ");
    assertThat(answer.body())
        .doesNotContainPattern("Stream|Constraints|Source|token|Token|expecting|Feature|get[A-Z]");
  }

  @Test
  void whereABodyStopsBeingJsonIsTold() {
    assertProblem(
        office.api.post("/orders", "{\n \"a\" 1}", KEY, "where"), 400, "JSON at line 2, column 6");
  }

  @Test
  void aBodyThatIsNoObjectIsNamed() {
    assertProblem(office.api.post("/orders", "", KEY, "b"), 400, "the body is empty: send a JSON");
    assertProblem(
        office.api.post("/orders", "[1]", KEY, "b"), 400, "the body is a list of 1: send");
    assertProblem(office.api.post("/orders", "7", KEY, "b"), 400, "the body is 7: send a JSON");
  }

  @Test
  void aBodyThatIsTooLargeIsToldTheLimitAndItsSize() {
    byte[] large = " ".repeat(BoxOfficeServer.LARGEST_BODY + 1).getBytes(StandardCharsets.UTF_8);

    assertProblem(
        office.api.post("/orders", BodyPublishers.ofByteArray(large), KEY, "large"),
        413,
        "the body has 524289 bytes: send at most 524288");
    assertProblem(
        office.api.post(
            "/orders",
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)),
            KEY,
            "large"),
        413,
        "the body has more than 524288 bytes: send at most 524288");
  }

  @Test
  void whatIsNotThereIsToldWhereItsIdComesFrom() {
    assertProblem(
        office.api.get("/events/77"), 404, "no event \"77\": give an id that POST /events");
    assertProblem(
        office.api.get("/orders/77"), 404, "no order \"77\": give an id that POST /orders");
  }
}
