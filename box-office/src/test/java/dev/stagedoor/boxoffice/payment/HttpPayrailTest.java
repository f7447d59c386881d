package dev.stagedoor.boxoffice.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.stagedoor.boxoffice.order.Money;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.sandbox.PayrailSandbox;
import dev.stagedoor.boxoffice.sandbox.SandboxClient;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.effect.SendFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpPayrailTest {
  private static final IdempotencyKey KEY = IdempotencyKey.of("capture", 17);
  private static final Origin ORIGIN = new Origin("r1", null);
  private static final Money FIFTY = Money.of(5000, "EUR");
  private static final Payrail.Capture CAPTURE = new Payrail.Capture(FIFTY, "tok_visa", "o-1");

  private PayrailSandbox sandbox;
  private SandboxClient admin;
  private HttpPayrail payrail;

  @BeforeEach
  void start() throws IOException {
    sandbox = PayrailSandbox.start(0);
    admin = new SandboxClient(sandbox.uri());
    payrail = new HttpPayrail(sandbox.uri(), Duration.ofSeconds(30));
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Test
  void moneyIsTakenAndGivenBackOnceHoweverOftenItIsAskedFor() throws Exception {
    Payrail.Refund refund = new Payrail.Refund(Money.of(1500, "EUR"), "cap_1", "o-1");
    IdempotencyKey refundKey = IdempotencyKey.of("refund", 3);

    assertThat(payrail.capture(CAPTURE, KEY, ORIGIN)).isEqualTo(new Outcome.Done("cap_1"));
    assertThat(payrail.capture(CAPTURE, KEY, ORIGIN)).isEqualTo(new Outcome.Done("cap_1"));
    assertThat(payrail.refund(refund, refundKey, ORIGIN)).isEqualTo(new Outcome.Done("ref_1"));
    assertThat(payrail.refund(refund, refundKey, ORIGIN)).isEqualTo(new Outcome.Done("ref_1"));

    assertThat(admin.counts().at("/capturedMinor/EUR").longValue()).isEqualTo(5000);
    assertThat(admin.counts().at("/refundedMinor/EUR").longValue()).isEqualTo(1500);
  }

  @Test
  void aDeclineIsAnOutcomeAndItsTextTellsIt() throws Exception {
    Payrail.Capture declined = new Payrail.Capture(FIFTY, "tok_declined", "o-1");

    Outcome outcome = payrail.capture(declined, KEY, ORIGIN);

    assertThat(outcome).isEqualTo(new Outcome.Declined("card_declined"));
    assertThat(Outcome.of(outcome.text())).isEqualTo(outcome);
    assertThat(Outcome.of("cap_1")).isEqualTo(new Outcome.Done("cap_1"));
  }

  @Test
  void payrailTellsLaterWhatItDecidedUnderAKey() throws Exception {
    payrail.capture(CAPTURE, KEY, ORIGIN);
    IdempotencyKey other = IdempotencyKey.of("capture", 18);
    payrail.capture(new Payrail.Capture(FIFTY, "tok_declined", "o-2"), other, ORIGIN);

    assertThat(payrail.find(KEY)).isEqualTo(new Lookup.Happened("cap_1"));
    assertThat(payrail.find(other)).isEqualTo(new Lookup.Happened("declined: card_declined"));
    assertThat(payrail.find(IdempotencyKey.of("capture", 1))).isEqualTo(new Lookup.DidNotHappen());
  }

  @Test
  void aLostReplyIsUnknown() throws Exception {
    admin.fault("{\"loseReplies\":1}");

    assertThatThrownBy(() -> payrail.capture(CAPTURE, KEY, ORIGIN)).isInstanceOf(IOException.class);
    assertThat(admin.counts().at("/captures/accepted").intValue()).isEqualTo(1);
  }

  @Test
  void aReplyThatComesTooLateIsUnknown() throws Exception {
    admin.fault("{\"holdReplies\":1,\"holdMs\":60000}");
    HttpPayrail hurried = new HttpPayrail(sandbox.uri(), Duration.ofMillis(300));

    assertThatThrownBy(() -> hurried.capture(CAPTURE, KEY, ORIGIN))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("PT0.3S");
    admin.clearFaults();
  }

  @ParameterizedTest
  @CsvSource({
    "409, STILL_RUNNING",
    "422, KEY_REUSED",
    "429, THROTTLED",
    "503, THROTTLED",
    "400, REFUSED",
    "401, REFUSED",
  })
  void whatPayrailSaysIsBelieved(int status, SendFailure.Kind kind) throws Exception {
    admin.fault("{\"answer\":" + status + "}");

    SendFailure failure =
        catchThrowableOfType(SendFailure.class, () -> payrail.capture(CAPTURE, KEY, ORIGIN));

    assertThat(failure.kind()).isEqualTo(kind);
  }

  /** 402 without a reason is no decision of Payrail's: somebody else may stand in between. */
  @ParameterizedTest
  @ValueSource(ints = {500, 502, 408, 402})
  void anAnswerThatSaysNothingIsUnknown(int status) throws Exception {
    admin.fault("{\"answer\":" + status + "}");

    assertThatThrownBy(() -> payrail.capture(CAPTURE, KEY, ORIGIN))
        .isNotInstanceOf(SendFailure.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "<html>", "{\"id\":\"\"}", "{\"id\":\"declined: x\"}"})
  void aSuccessWithoutAReferenceIsUnknown(String body) throws Exception {
    HttpServer provider =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/v1/captures",
        http -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          http.sendResponseHeaders(201, bytes.length);
          http.getResponseBody().write(bytes);
          http.close();
        });
    provider.start();
    try {
      URI uri = URI.create("http://127.0.0.1:" + provider.getAddress().getPort());
      HttpPayrail strange = new HttpPayrail(uri, Duration.ofSeconds(20));

      assertThatThrownBy(() -> strange.capture(CAPTURE, KEY, ORIGIN))
          .isInstanceOf(IOException.class);
    } finally {
      provider.stop(0);
    }
  }

  @Test
  void aConnectionThatWasNotMadeSentNothing() {
    HttpPayrail nowhere = new HttpPayrail(URI.create("http://127.0.0.1:1"), Duration.ofSeconds(20));

    SendFailure failure =
        catchThrowableOfType(SendFailure.class, () -> nowhere.capture(CAPTURE, KEY, ORIGIN));

    assertThat(failure.kind()).isEqualTo(SendFailure.Kind.NOT_SENT);
  }
}
