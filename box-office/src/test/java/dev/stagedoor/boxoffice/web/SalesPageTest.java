package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.ApiClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.order.Charging;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The organizer's page: its address, and what it counts. */
class SalesPageTest {
  private static BoxOfficeFixture office;

  @BeforeAll
  static void start() throws SQLException {
    office = new BoxOfficeFixture(Charging.ON);
  }

  @AfterAll
  static void stop() {
    office.close();
  }

  private static String[] newEvent(String title, long price, String currency) {
    String body =
        """
        {"title":"%s","organizer":"Teatr <b>","startsAt":"2027-05-01T19:30:00+02:00",
         "rows":2,"seatsPerRow":5,"priceMinor":%d,"currency":"%s"}"""
            .formatted(title, price, currency);
    var made = json(office.api.post("/events", body));
    return new String[] {made.path("id").asString(), made.path("salesPage").asString()};
  }

  @Test
  void ticketsSeatsAndMoneyAreTheEventsOwn() throws Exception {
    String[] event = newEvent("Gala <i>", 123_450, "EUR");
    String[] other = newEvent("Other", 1000, "JPY");
    for (String seat : new String[] {"A1", "A2", "A3"}) {
      office.placed(event[0], seat);
    }
    office.execute(
        """
        UPDATE boxoffice.payments SET state = 'captured', captured_minor = amount_minor,
               reference = 'c', token = NULL, settled_at = now(), refunding_minor = 123450;
        UPDATE boxoffice.payments SET refunded_minor = 23450
         WHERE id = (SELECT min(id) FROM boxoffice.payments);
        UPDATE boxoffice.event_sales SET tickets_sold = 3 WHERE event_id = %s"""
            .formatted(event[0]));

    HttpResponse<String> page = office.api.get(event[1]);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body())
        .contains("Gala &lt;i&gt;", "Teatr &lt;b&gt;", "<caption>Tickets", "<caption>Money")
        .contains("<td>3</td>", "<td>7 of 10 seats</td>")
        .contains("Taken</th><td>3,703.50 EUR", "Given back</th><td>234.50 EUR")
        .contains("Being given back</th><td>3,469.00 EUR", "not given back</th><td>3,469.00 EUR")
        .contains("href=\"/e/" + event[0] + "\"");
    assertThat(office.api.get(other[1]).body())
        .contains("<td>0</td>", "<td>10 of 10 seats</td>", "Taken</th><td>0 JPY")
        .doesNotContain("Being given back");
  }

  @Test
  void theAddressIsToldOnceAndFollowsFromNothing() {
    String[] event = newEvent("Gala", 0, "EUR");
    String key = event[1].substring("/sales/".length());

    assertThat(key).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(office.api.get("/sales/" + event[0]).statusCode()).isEqualTo(404);
    for (String open : new String[] {"/events/" + event[0], "/e/" + event[0]}) {
      assertThat(office.api.get(open).body()).doesNotContain(key, "/sales");
    }
    HttpResponse<String> page = office.api.get(event[1]);
    assertThat(page.headers().firstValue("Referrer-Policy")).contains("no-referrer");
    assertThat(page.headers().allValues("Cache-Control")).containsExactly("no-store");
  }
}
