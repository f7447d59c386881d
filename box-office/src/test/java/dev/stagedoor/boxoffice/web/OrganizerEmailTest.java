package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.web.ApiClient.json;
import static dev.stagedoor.boxoffice.web.OrdersApiTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Where an event's reports go. */
class OrganizerEmailTest {
  private static String event(String email) {
    return """
        {"title":"Gala","organizer":"Teatr","startsAt":"2027-05-01T19:30:00+02:00","seats":["A1"]%s}"""
        .formatted(email);
  }

  @Test
  void isKeptWithTheEventAndToldToNobody() throws SQLException {
    try (BoxOfficeFixture office = new BoxOfficeFixture()) {
      HttpResponse<String> made =
          office.api.post("/events", event(",\"organizerEmail\":\"office@teatr.example\""));
      String id = json(made).path("id").asString();

      assertThat(office.text("SELECT organizer_email FROM boxoffice.events WHERE id = " + id))
          .isEqualTo("office@teatr.example");
      assertThat(office.api.get("/events/" + id).body()).doesNotContain("teatr.example");
      assertThat(office.api.post("/events", event("")).statusCode()).isEqualTo(201);
      assertProblem(
          office.api.post("/events", event(",\"organizerEmail\":\"office\"")),
          422,
          "#/organizerEmail \"office\" is not an e-mail address: give one like name@example.org");
    }
  }
}
