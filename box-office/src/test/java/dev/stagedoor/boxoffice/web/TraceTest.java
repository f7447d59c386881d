package dev.stagedoor.boxoffice.web;

import static dev.stagedoor.boxoffice.order.Jobs.SEND_TICKETS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.BoxOfficeJobs;
import dev.stagedoor.boxoffice.RunningBoxOffice;
import dev.stagedoor.boxoffice.order.Charging;
import dev.stagedoor.boxoffice.ticket.TicketKey;
import dev.stagedoor.event.Events;
import dev.stagedoor.outbox.Outbox;
import dev.stagedoor.tx.JdbcTransactions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One order, from a client's request to the calls of two providers: request id and trace. */
class TraceTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String PARENT = "00f067aa0ba902b7";

  @TempDir private Path directory;
  private RunningBoxOffice office;
  private BoxOfficeServer server;
  private ApiClient api;

  @BeforeEach
  void start() throws Exception {
    office = new RunningBoxOffice(directory, BoxOfficeJobs::register);
    server =
        BoxOfficeServer.start(
            BoxOfficeFixture.ANY_PORT,
            office.database,
            new JdbcTransactions(office.database, Events.none()),
            Outbox.on(office.database),
            Charging.ON);
    api = new ApiClient(server.uri());
  }

  @AfterEach
  void stop() {
    server.close();
    office.close();
  }

  @Test
  void aRequestsTraceAndIdReachBothProvidersByStepsOfTheirOwn() throws Exception {
    order("X-Request-Id", "r-7", "traceparent", "00-" + TRACE + "-" + PARENT + "-01");

    List<String> steps = new ArrayList<>(List.of(PARENT));
    for (JsonNode call : calls()) {
      assertThat(call.path("requestId").asString()).isEqualTo("r-7");
      String[] parts = call.path("traceparent").asString().split("-", -1);
      assertThat(parts).hasSize(4).startsWith("00", TRACE).endsWith("01");
      steps.add(parts[2]);
    }
    assertThat(steps).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void anOrderWithoutATraceBeginsOneThatBothProvidersSee() throws Exception {
    order();

    List<JsonNode> calls = calls();
    assertThat(calls).extracting(this::trace).doesNotContain("0".repeat(32));
    assertThat(calls).extracting(this::trace).containsOnly(trace(calls.get(0)));
    assertThat(calls)
        .allMatch(c -> c.path("traceparent").asString().matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00"));
    assertThat(calls).extracting(c -> c.path("traceparent").asString()).doesNotHaveDuplicates();
  }

  @Test
  void aStoredTraceThatIsMalformedIsNotHandedOn() throws Exception {
    try (RunningBoxOffice sending =
        new RunningBoxOffice(directory.resolve("b"), BoxOfficeJobs::sending)) {
      long order = sending.order("A1");
      UUID id = UUID.fromString(sending.text("SELECT public_id FROM boxoffice.orders"));
      sending.store.putIfAbsent(TicketKey.ofOrder(id), new byte[] {1});
      sending.text(
          "UPDATE boxoffice.tickets SET pdf_key = 'tickets/%s.pdf' RETURNING 1".formatted(id));
      sending.again(SEND_TICKETS, job -> job.traceparent("00-x"), order);
      sending.heard.awaitCompleted(1, "send_tickets");

      List<JsonNode> mails = requests(sending.provider.received());
      assertThat(mails).hasSize(1).allMatch(mail -> mail.path("traceparent").isNull());
    }
  }

  private void order(String... headers) throws Exception {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("Idempotency-Key", "k"));
    String body =
        BoxOfficeFixture.order(Long.toString(office.dear()), "A1")
            .replace("\"buyer\"", "\"paymentToken\":\"tok_visa\",\"buyer\"");
    assertThat(api.post("/orders", body, all.toArray(String[]::new)).statusCode()).isEqualTo(201);
    office.heard.awaitCompleted(1, "send_tickets");
  }

  /** The capture, then the mail. */
  private List<JsonNode> calls() throws Exception {
    List<JsonNode> calls = requests(office.payrail.received());
    calls.addAll(requests(office.provider.received()));
    assertThat(calls)
        .extracting(c -> c.path("path").asString())
        .containsExactly("/v1/captures", "/v1/messages");
    return calls;
  }

  private static List<JsonNode> requests(JsonNode received) {
    List<JsonNode> all = new ArrayList<>();
    received.path("requests").forEach(all::add);
    return all;
  }

  private String trace(JsonNode call) {
    return call.path("traceparent").asString().split("-", -1)[1];
  }
}
