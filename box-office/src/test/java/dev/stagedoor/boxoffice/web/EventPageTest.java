package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.ApiClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.order.Charging;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An event's page, and orders through its form. */
class EventPageTest {
  private static final String HOSTILE = "<script>alert(1)</script>\"'&";
  private static BoxOfficeFixture office;
  private static Browser browser;
  private String event = "";
  private String page = "";

  @BeforeAll
  static void start() throws SQLException {
    office = new BoxOfficeFixture(Charging.ON);
    browser = new Browser(office.api);
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  @BeforeEach
  void sell() {
    event = office.newEvent();
    page = "/e/" + event;
  }

  @AfterEach
  void letGo() {
    office.outbox.meanwhile = () -> {};
  }

  @Test
  void aPageShowsWhatIsOnSale() {
    office.placed(event, "A2");

    HttpResponse<String> answer = browser.open(page);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .startsWith("<!DOCTYPE html>")
        .contains("<html lang=\"en\">", "<title>Gala</title>", "Teatr")
        .contains("Saturday, 1 May 2027, 17:30 UTC", "<dd>free</dd>", "9 left of 10")
        .contains("Row A</bdi> <small>4 free", "Row B</bdi> <small>5 free")
        .contains("name=\"seat\" value=\"A1\"", "✕</span>A2<span class=\"unseen\"> sold")
        .doesNotContain("value=\"A2\"", "paymentToken", "<script", "style=", "http://", "https://");
  }

  @Test
  void headersKeepStrangersOut() {
    HttpResponse<String> answer = browser.open(page);

    assertThat(answer.headers().firstValue("Content-Type")).contains("text/html;charset=utf-8");
    assertThat(answer.headers().allValues("Content-Security-Policy"))
        .containsExactly(
            "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none';"
                + " frame-ancestors 'none'");
    assertThat(answer.headers().allValues("Cache-Control")).containsExactly("private, no-cache");
    assertThat(answer.headers().firstValue("Referrer-Policy")).contains("same-origin");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(browser.open("/style.css").headers().firstValue("Content-Type"))
        .contains("text/css;charset=utf-8");
  }

  @Test
  void whatPeopleWroteIsTextAndNeverMarkup() {
    String path = "/e/" + newEvent(HOSTILE, "\"><img src=x>", "[\"<b>'\\\"&\"]");

    HttpResponse<String> answer = browser.open(path);
    HttpResponse<String> refused =
        browser.send(
            path + "/orders",
            "key",
            Browser.key(answer),
            "name",
            HOSTILE,
            "email",
            "\"><img src=x>",
            "seat",
            "\"><i>");

    for (HttpResponse<String> shown : List.of(answer, refused)) {
      assertThat(shown.body())
          .contains("<title>&lt;script&gt;alert(1)&lt;/script&gt;\"'&amp;</title>")
          .contains("value=\"&lt;b>&#39;&#34;&amp;\"")
          .doesNotContain("<script", "<img", "<b>'", "<i>");
    }
    assertThat(refused.body()).contains("value=\"&lt;script>alert(1)&lt;/script>&#34;&#39;&amp;\"");
  }

  @Test
  void aLargeEventIsShownByPartsOfABoundedSize() {
    String path =
        "/e/"
            + json(office.api.post(
                    "/events",
                    """
                    {"title":"Arena","organizer":"T","startsAt":"2027-05-01T19:30:00Z",
                     "rows":200,"seatsPerRow":100}"""))
                .path("id")
                .asString();

    String first = browser.open(path).body();
    String last = browser.open(path + "?block=67").body();

    assertThat(first.length()).isLessThan(60_000);
    assertThat(first)
        .contains("20,000 left of 20,000", "part 1 of 67", "value=\"A1\"", "value=\"C100\"")
        .doesNotContain("value=\"D1\"");
    assertThat(last).contains("part 67 of 67", "value=\"GR100\"").doesNotContain("value=\"A1\"");
    for (String wrong : new String[] {"0", "68", "-1", "x", "99999999999"}) {
      assertThat(browser.open(path + "?block=" + wrong).body()).contains("part 1 of 67");
    }
  }

  @Test
  void evenTheOddestNamesKeepAPageInBounds() {
    String seats =
        IntStream.range(0, 16_000)
            .mapToObj(i -> "\"" + "&".repeat(14) + i + "x\"")
            .collect(Collectors.joining(",", "[", "]"));

    String body = browser.open("/e/" + newEvent("Odd", "T", seats)).body();

    assertThat(body).contains("part 1 of 54", "16,000 left of 16,000");
    assertThat(body.length()).isLessThan(200_000);
  }

  @Test
  void aFormThatIsSentTwiceIsOneOrder() throws Exception {
    String key = Browser.key(browser.open(page));

    HttpResponse<String> first = browser.order(page + "/orders", key, "A1", "A2");
    HttpResponse<String> second = browser.order(page + "/orders", key, "A1", "A2");

    assertThat(first.statusCode()).isEqualTo(303);
    assertThat(second.statusCode()).isEqualTo(303);
    String order = first.headers().firstValue("Location").orElseThrow();
    assertThat(order).matches("/o/[0-9a-f-]{36}");
    assertThat(second.headers().firstValue("Location")).contains(order);
    assertThat(orders()).isEqualTo(1);
    assertThat(json(office.api.get(order.replace("/o/", "/orders/"))).path("seats").toString())
        .isEqualTo("[\"A1\",\"A2\"]");
    assertThat(
            office.text(
                """
                SELECT string_agg(type, ',' ORDER BY type) FROM jobs j
                  JOIN boxoffice.orders o ON o.id = j.order_id WHERE o.event_id ="""
                    + event))
        .isEqualTo("render_tickets,update_sales_counter");
    assertThat(Browser.key(browser.open(page))).isNotEqualTo(key);
    assertThat(browser.open(page + "/orders").headers().firstValue("Location")).contains(page);
  }

  @Test
  void whatIsWrongStandsBesideItsFieldAndWhatWasTypedStays() throws Exception {
    String key = Browser.key(browser.open(page));

    HttpResponse<String> answer =
        browser.send(
            page + "/orders",
            "key",
            key,
            "name",
            " ",
            "email",
            "jose(at)example.org",
            "seat",
            "B1",
            "seat",
            "B2");

    assertThat(answer.statusCode()).isEqualTo(422);
    assertThat(answer.body())
        .contains("role=\"alert\"", "Nothing was ordered")
        .contains("id=\"fault-name\"><span><b>Please mend:</b> \"\" is blank: give 1 to 200")
        .contains("\"jose(at)example.org\" is not an e-mail address: give one like")
        .contains("value=\"jose(at)example.org\" aria-invalid=\"true\"")
        .contains(
            "aria-describedby=\"fault-email\"", "value=\"B1\" checked", "value=\"B2\" checked")
        .doesNotContain("value=\"B3\" checked", "id=\"fault-seats\"");
    assertThat(Browser.key(answer)).isEqualTo(key);
    assertThat(browser.order(page + "/orders", key).body())
        .contains("0 seats are chosen: choose 1 to 50");
    assertThat(browser.order(page + "/orders", key, "Z9").body())
        .contains("\"Z9\" is no seat of event " + event + ": choose from A1 to B5");
    assertThat(orders()).isZero();
    assertThat(browser.order(page + "/orders", key, "B1").statusCode()).isEqualTo(303);
  }

  @Test
  void aSeatThatWasSoldMeanwhileIsNamed() {
    String key = Browser.key(browser.open(page));
    office.placed(event, "A1");

    HttpResponse<String> answer = browser.order(page + "/orders", key, "A1", "A2");

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body())
        .contains("\"A1\" is sold", "value=\"José\"", "value=\"A2\" checked", "✕</span>A1");
    assertThat(browser.order(page + "/orders", key, "A2").statusCode()).isEqualTo(303);
  }

  @Test
  void aFormThatHasOrderedPlacesAnotherOrderOnlyWhenAskedAgain() throws Exception {
    String key = Browser.key(browser.open(page));
    browser.order(page + "/orders", key, "A1");

    HttpResponse<String> answer = browser.order(page + "/orders", key, "A2");

    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("This form has placed an order before");
    assertThat(orders()).isEqualTo(1);
    assertThat(browser.order(page + "/orders", Browser.key(answer), "A2").statusCode())
        .isEqualTo(303);
  }

  @Test
  void aDoubleClickIsToldThatTheOrderIsUnderWay() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    office.outbox.meanwhile =
        () -> {
          running.countDown();
          OrdersApiTest.awaitQuietly(goOn);
        };
    String key = Browser.key(browser.open(page));
    CompletableFuture<HttpResponse<String>> first =
        CompletableFuture.supplyAsync(() -> browser.order(page + "/orders", key, "A1"));
    running.await();

    HttpResponse<String> second = browser.order(page + "/orders", key, "A1");
    goOn.countDown();

    assertThat(second.statusCode()).isEqualTo(409);
    assertThat(second.body()).contains("Your order is being placed this moment");
    assertThat(Browser.key(second)).isEqualTo(key);
    assertThat(browser.order(page + "/orders", key, "A1").headers().firstValue("Location"))
        .isEqualTo(first.join().headers().firstValue("Location"));
  }

  @Test
  void whatCostsSomethingNeedsAToken() {
    String dear = "/e/" + office.newEvent(250_000, "JPY");
    HttpResponse<String> shown = browser.open(dear);
    String key = Browser.key(shown);

    assertThat(shown.body()).contains("250,000 JPY a seat", "name=\"paymentToken\"", "and pay");
    HttpResponse<String> without = browser.order(dear + "/orders", key, "A1");
    assertThat(without.statusCode()).isEqualTo(422);
    assertThat(without.body())
        .contains("id=\"fault-paymentToken\"", "is missing: give the token that Payrail gave you");
    assertThat(
            browser
                .send(
                    dear + "/orders",
                    "key",
                    key,
                    "name",
                    "J",
                    "email",
                    "j@x.org",
                    "seat",
                    "A1",
                    "paymentToken",
                    " tok_visa ")
                .statusCode())
        .isEqualTo(303);
  }

  @ParameterizedTest
  @CsvSource({
    "Sec-Fetch-Site, cross-site, 403",
    "Sec-Fetch-Site, same-site, 403",
    "Sec-Fetch-Site, same-origin, 303",
    "Origin, https://evil.example, 403",
    "Origin, null, 403",
    "Origin, http://HOST, 303",
  })
  void aFormOfAnotherSiteOrdersNothing(String header, String value, int status) throws Exception {
    String body =
        Browser.encoded(
            "key", UUID.randomUUID().toString(), "name", "J", "email", "j@x.org", "seat", "A1");

    HttpResponse<String> answer =
        office.api.post(
            page + "/orders",
            body,
            "Content-Type",
            "application/x-www-form-urlencoded",
            header,
            value.replace("HOST", office.server.uri().getAuthority()));

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(orders()).isEqualTo(status == 303 ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "application/json | {} | 415 | \"application/json\": send it as application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded | key=%zz | 400 | cannot be decoded",
        "application/x-www-form-urlencoded | name=J | 400 | The form's key is \"\"",
        "application/x-www-form-urlencoded | key=1-2 | 400 | The form's key is \"1-2\"",
      })
  void whatIsNoFormOfOursIsOneLine(String type, String body, int status, String line) {
    HttpResponse<String> answer = office.api.post(page + "/orders", body, "Content-Type", type);

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("text/html;charset=utf-8");
    assertThat(answer.body().replace("&#34;", "\"")).contains(line);
  }

  private long orders() throws SQLException {
    return office.number("SELECT count(*) FROM boxoffice.orders WHERE event_id = " + event);
  }

  private static String newEvent(String title, String organizer, String seats) {
    String body =
        Json.object()
            .put("title", title)
            .put("organizer", organizer)
            .put("startsAt", "2027-05-01T19:30:00Z")
            .toString();
    body = body.substring(0, body.length() - 1) + ",\"seats\":" + seats + "}";
    return json(office.api.post("/events", body)).path("id").asString();
  }
}
