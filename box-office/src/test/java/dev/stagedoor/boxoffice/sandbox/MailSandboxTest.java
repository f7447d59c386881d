package dev.stagedoor.boxoffice.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class MailSandboxTest {
  private static final String MAIL =
      """
      {"from":{"email":"tickets@stagedoor.example"},"to":{"name":"José","email":"jose@example.org"},
       "subject":"Your tickets","text":"Enjoy.","reference":"order-1"}""";

  private MailSandbox sandbox;
  private SandboxClient client;

  @BeforeEach
  void start() throws IOException {
    sandbox = MailSandbox.start(0);
    client = new SandboxClient(sandbox.uri());
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Test
  void theFirstRequestUnderAKeyIsAcceptedAndTheSameAgainGetsTheSameAnswer() throws Exception {
    HttpResponse<String> first = client.send("tickets-1", MAIL);
    HttpResponse<String> second = client.send("\"tickets-1\"", MAIL);

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(second.statusCode()).isEqualTo(201);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(first.headers().firstValue("Idempotency-Replayed")).isEmpty();
    assertThat(second.headers().firstValue("Idempotency-Replayed")).contains("true");
    JsonNode counts = client.counts();
    assertThat(counts.path("requests").intValue()).isEqualTo(2);
    assertThat(counts.path("accepted").intValue()).isEqualTo(1);
    assertThat(counts.path("replays").intValue()).isEqualTo(1);
    assertThat(counts.at("/keys/tickets-1/accepted").intValue()).isEqualTo(1);
    assertThat(counts.at("/references/order-1").intValue()).isEqualTo(1);
  }

  @Test
  void theLastThousandRequestsAreKeptInMind() throws Exception {
    for (int i = 0; i < 1001; i++) {
      client.send("tickets-" + i, MAIL);
    }

    JsonNode requests = client.received().path("requests");
    assertThat(requests).hasSize(1000);
    assertThat(requests.get(0).path("key").asString()).isEqualTo("tickets-1");
    assertThat(requests.get(999).path("key").asString()).isEqualTo("tickets-1000");
    assertThat(requests.get(0).path("traceparent").isNull()).isTrue();
    assertThat(requests.get(0).path("path").asString()).isEqualTo("/v1/messages");
  }

  @Test
  void aRequestWithoutAKeyIsRefused() throws Exception {
    HttpResponse<String> answer = client.send(null, MAIL);

    assertProblem(answer, 400, "Idempotency-Key");
    assertThat(client.counts().path("accepted").intValue()).isZero();
    assertThat(client.counts().path("withoutKey").intValue()).isEqualTo(1);
  }

  @Test
  void anotherRequestUnderTheSameKeyIsRefused() throws Exception {
    client.send("tickets-1", MAIL);

    HttpResponse<String> other = client.send("tickets-1", MAIL.replace("Enjoy", "Hello"));

    assertProblem(other, 422, "tickets-1");
    assertThat(client.counts().path("otherRequests").intValue()).isEqualTo(1);
    assertThat(client.counts().path("accepted").intValue()).isEqualTo(1);
  }

  @Test
  void aKeyWhoseFirstRequestIsStillRunningIsRefusedAndCountedAsOverlap() throws Exception {
    client.fault("{\"delayMs\":60000}");
    CompletableFuture<HttpResponse<String>> first = client.sendAsync("tickets-1", MAIL);
    client.awaitRunning("tickets-1");

    HttpResponse<String> second = client.send("tickets-1", MAIL);
    HttpResponse<String> sought = client.find("tickets-1");
    client.clearFaults();

    assertProblem(second, 409, "tickets-1");
    assertProblem(sought, 409, "tickets-1");
    assertThat(first.join().statusCode()).isEqualTo(201);
    assertThat(client.counts().at("/keys/tickets-1/overlaps").intValue()).isEqualTo(1);
    assertThat(client.counts().path("accepted").intValue()).isEqualTo(1);
  }

  @Test
  void aLostReplyIsAnAcceptedMail() throws Exception {
    client.fault("{\"loseReplies\":3,\"key\":\"tickets-1\"}");

    assertThat(client.send("tickets-2", MAIL).statusCode()).isEqualTo(201);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> client.send("tickets-1", MAIL))
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(IOException.class);
    }
    HttpResponse<String> fourth = client.send("tickets-1", MAIL);

    assertThat(fourth.headers().firstValue("Idempotency-Replayed")).contains("true");
    JsonNode tally = client.counts().at("/keys/tickets-1");
    assertThat(tally.path("requests").intValue()).isEqualTo(4);
    assertThat(tally.path("accepted").intValue()).isEqualTo(1);
    assertThat(tally.path("repliesLost").intValue()).isEqualTo(3);
  }

  @Test
  void aFaultMayBeForOneMailWhateverItsKey() throws Exception {
    client.fault("{\"loseReplies\":1,\"reference\":\"order-1\"}");

    HttpResponse<String> other = client.send("tickets-2", MAIL.replace("order-1", "order-2"));
    assertThatThrownBy(() -> client.send("any-key", MAIL)).hasCauseInstanceOf(IOException.class);

    assertThat(other.statusCode()).isEqualTo(201);
    assertThat(client.counts().at("/mails/order-1/repliesLost").intValue()).isEqualTo(1);
    assertThat(client.counts().at("/mails/order-1/requests").intValue()).isEqualTo(1);
    assertThat(client.counts().at("/mails/order-2/repliesLost").intValue()).isZero();
  }

  @Test
  void aHeldReplyIsAnAcceptedMailWhoseNextTryIsAnsweredAtOnce() throws Exception {
    client.fault("{\"holdReplies\":1,\"holdMs\":60000}");
    CompletableFuture<HttpResponse<String>> first = client.sendAsync("tickets-1", MAIL);
    client.awaitCount(1, "accepted");

    HttpResponse<String> second = client.send("tickets-1", MAIL);

    assertThat(second.statusCode()).isEqualTo(201);
    assertThat(first).isNotDone();
    client.clearFaults();
    assertThat(first.join().body()).isEqualTo(second.body());
    assertThat(client.counts().path("overlaps").intValue()).isZero();
  }

  @Test
  void anAnswerOnDemandAcceptsNothing() throws Exception {
    client.fault("{\"answer\":429,\"times\":2,\"retryAfter\":7}");

    HttpResponse<String> first = client.send("tickets-1", MAIL);
    HttpResponse<String> second = client.send("tickets-1", MAIL);
    HttpResponse<String> third = client.send("tickets-1", MAIL);

    assertProblem(first, 429, "asked for");
    assertThat(second.headers().firstValue("Retry-After")).contains("7");
    assertThat(third.statusCode()).isEqualTo(201);
    assertThat(third.headers().firstValue("Idempotency-Replayed")).isEmpty();
    assertThat(client.counts().path("accepted").intValue()).isEqualTo(1);
    assertThat(client.counts().path("faults").intValue()).isEqualTo(2);
  }

  @Test
  void ofManyAtOnceUnderOneKeyOneIsAccepted() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      all.add(client.sendAsync("tickets-1", MAIL));
    }

    assertThat(all).allSatisfy(f -> assertThat(f.join().statusCode()).isIn(201, 409));
    assertThat(client.counts().path("accepted").intValue()).isEqualTo(1);
    assertThat(client.counts().path("requests").intValue()).isEqualTo(32);
  }

  @Test
  void tellsWhatBecameOfAKey() throws Exception {
    HttpResponse<String> sent = client.send("tickets-1", MAIL);

    assertThat(client.find("tickets-1").statusCode()).isEqualTo(200);
    assertThat(client.find("tickets-1").body()).isEqualTo(sent.body());
    assertProblem(client.find("tickets-2"), 404, "tickets-2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"to\":",
        "{\"from\":{\"email\":\"a@b.c\"},\"to\":{\"email\":\"d@e.f\"},\"text\":\"t\"}",
        "{\"from\":{\"email\":\"a@b.c\"},\"to\":{\"email\":\"d@e.f\"},\"subject\":\"s\"}",
        "{\"from\":{\"email\":\"a@b.c\"},\"to\":{\"email\":\"d@e.f\"},\"subject\":\"s\\r\\nBcc: x@evil.test\",\"text\":\"t\"}",
        "{\"from\":{\"email\":\"a@b.c\"},\"to\":{\"email\":\"d@e.f\",\"name\":\"A\\n.\\nMAIL FROM:<y>\"},\"subject\":\"s\",\"text\":\"t\"}",
      })
  void whatIsNotAMailIsRefusedAndItsKeyStaysFree(String body) throws Exception {
    assertProblem(client.send("tickets-1", body), 400, "");
    assertThat(client.send("tickets-1", MAIL).statusCode()).isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"loseReply\":1}", "{\"loseReplies\":\"x\"}", "{\"answer\":200}", "{"})
  void whatIsNotAFaultIsRefused(String body) throws Exception {
    assertProblem(client.fault(body), 400, "");
  }

  private static void assertProblem(HttpResponse<String> answer, int status, String detail) {
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(SandboxClient.read(answer).path("status").intValue()).isEqualTo(status);
    assertThat(SandboxClient.read(answer).path("detail").asString()).contains(detail);
  }
}
