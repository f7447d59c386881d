package dev.stagedoor.boxoffice.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayrailSandboxTest {
  private static final String CAPTURE =
      "{\"amountMinor\":5000,\"currency\":\"EUR\",\"token\":\"tok_visa\",\"reference\":\"o-1\"}";

  private PayrailSandbox sandbox;
  private SandboxClient client;

  @BeforeEach
  void start() throws IOException {
    sandbox = PayrailSandbox.start(0);
    client = new SandboxClient(sandbox.uri());
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Test
  void aCaptureHappensOnceUnderItsKeyAndIsInTheBooks() throws Exception {
    HttpResponse<String> first = capture("capture-1", CAPTURE);
    HttpResponse<String> again = capture("capture-1", CAPTURE);

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(again.headers().firstValue("Idempotency-Replayed")).contains("true");
    assertThat(count("/captures/accepted")).isEqualTo(1);
    assertThat(count("/captures/payments/o-1/accepted")).isEqualTo(1);
    assertThat(count("/captures/payments/o-1/requests")).isEqualTo(2);
    assertThat(count("/captures/replays")).isEqualTo(1);
    assertThat(count("/capturedMinor/EUR")).isEqualTo(5000);
  }

  @Test
  void aDeclineIsAnAnswerLikeAnyOtherAndStays() throws Exception {
    String body = CAPTURE.replace("tok_visa", "tok_declined_insufficient_funds");

    HttpResponse<String> first = capture("capture-1", body);
    HttpResponse<String> again = capture("capture-1", body);

    assertThat(first.statusCode()).isEqualTo(402);
    assertThat(SandboxClient.read(first).path("reason").asString()).isEqualTo("insufficient_funds");
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(client.get("/v1/requests?key=capture-1").statusCode()).isEqualTo(402);
    assertThat(count("/captures/declined")).isEqualTo(1);
    assertThat(count("/captures/accepted")).isZero();
    assertThat(client.counts().at("/capturedMinor")).isEmpty();
  }

  @Test
  void partsAreGivenBackUntilNothingIsLeft() throws Exception {
    capture("capture-1", CAPTURE);

    assertThat(refund("refund-1", 3000).statusCode()).isEqualTo(201);
    assertThat(refund("refund-1", 3000).statusCode()).isEqualTo(201);
    HttpResponse<String> tooMuch = refund("refund-2", 2001);
    assertThat(refund("refund-3", 2000).statusCode()).isEqualTo(201);

    assertThat(tooMuch.statusCode()).isEqualTo(402);
    assertThat(SandboxClient.read(tooMuch).path("reason").asString())
        .isEqualTo("more_than_captured");
    assertThat(count("/refunds/accepted")).isEqualTo(2);
    assertThat(count("/refundedMinor/EUR")).isEqualTo(5000);
  }

  @Test
  void whatWasNotCapturedOrInAnotherCurrencyIsNotGivenBack() throws Exception {
    capture("capture-1", CAPTURE);

    assertThat(reason(post("/v1/refunds", "refund-1", refundOf("cap_9", 1, "EUR"))))
        .isEqualTo("no_such_capture");
    assertThat(reason(post("/v1/refunds", "refund-2", refundOf("cap_1", 1, "USD"))))
        .isEqualTo("other_currency");
  }

  @Test
  void theSameKeyForAnotherRequestOrEndpointIsRefused() throws Exception {
    capture("k-1", CAPTURE);

    assertThat(capture("k-1", CAPTURE.replace("5000", "5001")).statusCode()).isEqualTo(422);
    assertThat(post("/v1/refunds", "k-1", refundOf("cap_1", 5000, "EUR")).statusCode())
        .isEqualTo(422);
    assertThat(count("/captures/otherRequests")).isEqualTo(1);
    assertThat(count("/refunds/otherRequests")).isEqualTo(1);
  }

  @Test
  void aKeyWhoseFirstRequestIsRunningIsRefusedAndSaidToBeSo() throws Exception {
    client.fault("{\"delayMs\":60000}");
    CompletableFuture<HttpResponse<String>> first =
        client.postAsync("/v1/captures", "capture-1", CAPTURE);
    while (client.get("/v1/requests?key=capture-1").statusCode() != 409) {
      Thread.onSpinWait();
    }

    assertThat(capture("capture-1", CAPTURE).statusCode()).isEqualTo(409);
    client.clearFaults();
    assertThat(first.join().statusCode()).isEqualTo(201);
    assertThat(client.get("/v1/requests?key=capture-1").body()).isEqualTo(first.join().body());
    assertThat(client.get("/v1/requests?key=capture-2").statusCode()).isEqualTo(404);
  }

  @Test
  void aLostReplyIsACaptureAndAFaultIsNone() throws Exception {
    client.fault("{\"loseReplies\":1,\"reference\":\"o-1\"}");
    assertThatThrownBy(() -> capture("capture-1", CAPTURE))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(IOException.class);
    client.fault("{\"answer\":429,\"retryAfter\":7}");

    HttpResponse<String> throttled = capture("capture-1", CAPTURE);

    assertThat(throttled.statusCode()).isEqualTo(429);
    assertThat(throttled.headers().firstValue("Retry-After")).contains("7");
    assertThat(capture("capture-1", CAPTURE).statusCode()).isEqualTo(201);
    assertThat(count("/captures/accepted")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"amountMinor\":0",
        "\"amountMinor\":-1",
        "\"amountMinor\":1.5",
        "\"amountMinor\":1000000000001",
        "\"amountMinor\":\"5000\"",
        "\"currency\":\"EURO\"",
        "\"currency\":null",
        "\"token\":\"has space\"",
        "\"token\":null",
      })
  void whatIsNotAPaymentIsRefusedAndItsKeyStaysFree(String wrong) {
    String name = wrong.substring(0, wrong.indexOf(':'));
    String body = CAPTURE.replaceFirst(name + ":[^,]*", wrong);

    assertThat(capture("capture-1", body).statusCode()).isEqualTo(400);
    assertThat(capture("capture-1", CAPTURE).statusCode()).isEqualTo(201);
  }

  private int count(String pointer) throws Exception {
    return client.counts().at(pointer).intValue();
  }

  private HttpResponse<String> capture(String key, String body) {
    return post("/v1/captures", key, body);
  }

  private HttpResponse<String> refund(String key, long minor) {
    return post("/v1/refunds", key, refundOf("cap_1", minor, "EUR"));
  }

  private static String refundOf(String capture, long minor, String currency) {
    return "{\"amountMinor\":%d,\"currency\":\"%s\",\"capture\":\"%s\"}"
        .formatted(minor, currency, capture);
  }

  private HttpResponse<String> post(String path, @Nullable String key, String body) {
    return client.postAsync(path, key, body).join();
  }

  private static String reason(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(402);
    return SandboxClient.read(answer).path("reason").asString();
  }
}
