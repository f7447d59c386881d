package dev.stagedoor.boxoffice.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.event.Events;
import dev.stagedoor.tx.JdbcTransactions;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** What goes wrong on pages is told by a page; elsewhere by problem details, as ever. */
class PageFailuresTest {
  private BoxOfficeFixture office;

  @BeforeEach
  void start() throws SQLException {
    office = new BoxOfficeFixture(Charging.OFF);
  }

  @AfterEach
  void stop() {
    office.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/e/0", "/e/x", "/e", "/e/1/2", "/o", "/o/x/y/z", "/sales", "/sales/1"})
  void whatIsNotThereIsAPage(String path) {
    assertPage(office.api.get(path), 404, "There is no such page: check its address.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/events/x", "/orders/x", "/sale", "/elsewhere"})
  void programsReadProblemDetails(String path) {
    OrdersApiTest.assertProblem(office.api.get(path), 404, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PUT | /e/1/orders | GET, POST",
        "POST | /o/5f2c1b9e-7d2a-4a43-9c6e-0d9a3f8b1c77 | GET, HEAD",
        "DELETE | /sales/5f2c1b9e-7d2a-4a43-9c6e-0d9a3f8b1c77 | GET, HEAD",
      })
  void anotherMethodIsToldWhichThereAre(String method, String path, String allowed) {
    HttpResponse<String> answer =
        office.api.send(office.api.request(path).method(method, BodyPublishers.noBody()));

    assertPage(answer, 405, "use " + allowed.replace(", ", " or "));
    assertThat(answer.headers().firstValue("Allow")).contains(allowed);
  }

  @Test
  void aFormThatIsTooLargeIsToldTheLimit() {
    assertPage(
        new Browser(office.api)
            .send("/e/" + office.newEvent() + "/orders", "name", "x".repeat(600_000)),
        413,
        "send at most 524288");
  }

  @Test
  void aFaultOfOursNamesTheRequestAndNothingElse() throws Exception {
    String event = office.newEvent();
    office.execute("ALTER TABLE boxoffice.events RENAME COLUMN title TO renamed");

    HttpResponse<String> answer = office.api.get("/e/" + event);

    assertPage(answer, 500, answer.headers().firstValue("X-Request-Id").orElseThrow());
    assertThat(answer.body()).doesNotContain("title\" does not", "PSQL", "SELECT");
  }

  @Test
  void whileTheDatabaseIsAwayPeopleAreToldToComeAgain() {
    PGSimpleDataSource nowhere = new PGSimpleDataSource();
    nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/none");
    try (BoxOfficeServer server =
        BoxOfficeServer.start(
            BoxOfficeFixture.ANY_PORT,
            nowhere,
            new JdbcTransactions(nowhere, Events.none()),
            office.outbox.watched())) {
      HttpResponse<String> answer = new ApiClient(server.uri()).get("/e/1");

      assertPage(answer, 503, "Load this page again in a moment");
      assertThat(answer.headers().firstValue("Retry-After")).contains("1");
      assertThat(new ApiClient(server.uri()).get("/style.css").statusCode()).isEqualTo(200);
    }
  }

  private static void assertPage(HttpResponse<String> answer, int status, String text) {
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/html;charset=utf-8");
    assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
        .startsWith("default-src 'none'");
    assertThat(answer.body()).contains("<h1>", text, "Status " + status);
  }
}
