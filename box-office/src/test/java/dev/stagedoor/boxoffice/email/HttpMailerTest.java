package dev.stagedoor.boxoffice.email;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.order.Origin;
import dev.stagedoor.boxoffice.order.SampleOrders;
import dev.stagedoor.boxoffice.order.TraceContext;
import dev.stagedoor.boxoffice.sandbox.MailSandbox;
import dev.stagedoor.boxoffice.sandbox.SandboxClient;
import dev.stagedoor.effect.IdempotencyKey;
import dev.stagedoor.effect.Lookup;
import dev.stagedoor.effect.SendFailure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class HttpMailerTest {
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  private static final IdempotencyKey KEY = IdempotencyKey.of("tickets", 4471);
  private static final Origin ORIGIN = new Origin("r1", TraceContext.read(TRACE).orElseThrow());
  private final Mail mail = Mail.withTickets(SampleOrders.named("José"), new byte[] {1, 2, 3});
  private MailSandbox sandbox;
  private SandboxClient admin;
  private HttpMailer mailer;

  @BeforeEach
  void start() throws IOException {
    sandbox = MailSandbox.start(0);
    admin = new SandboxClient(sandbox.uri());
    mailer = new HttpMailer(sandbox.uri(), Duration.ofSeconds(30));
  }

  @AfterEach
  void stop() {
    sandbox.close();
  }

  @Test
  void aMailIsAcceptedOnceHoweverOftenItIsSentUnderOneKey() throws Exception {
    mailer.send(mail, KEY, ORIGIN);
    mailer.send(mail, KEY, new Origin("r2", null));

    assertThat(admin.counts().at("/keys/tickets-4471/accepted").intValue()).isEqualTo(1);
    assertThat(admin.counts().at("/keys/tickets-4471/replays").intValue()).isEqualTo(1);
    assertThat(admin.counts().path("references").path(mail.reference()).intValue()).isEqualTo(1);
  }

  @Test
  void aLostReplyIsUnknown() throws Exception {
    admin.fault("{\"loseReplies\":1}");

    assertThatThrownBy(() -> mailer.send(mail, KEY, ORIGIN)).isInstanceOf(IOException.class);
    assertThat(admin.counts().path("accepted").intValue()).isEqualTo(1);
  }

  @Test
  void aReplyThatComesTooLateIsUnknown() throws Exception {
    admin.fault("{\"holdReplies\":1,\"holdMs\":60000}");
    HttpMailer hurried = new HttpMailer(sandbox.uri(), Duration.ofMillis(300));

    assertThatThrownBy(() -> hurried.send(mail, KEY, ORIGIN))
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
  })
  void whatTheProviderSaysIsBelieved(int status, SendFailure.Kind kind) throws Exception {
    admin.fault("{\"answer\":" + status + ",\"retryAfter\":7}");

    SendFailure failure =
        catchThrowableOfType(SendFailure.class, () -> mailer.send(mail, KEY, ORIGIN));

    assertThat(failure.kind()).isEqualTo(kind);
    if (kind == SendFailure.Kind.THROTTLED) {
      assertThat(failure.waitFor()).contains(Duration.ofSeconds(7));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 408})
  void anAnswerThatSaysNothingIsUnknown(int status) throws Exception {
    admin.fault("{\"answer\":" + status + "}");

    assertThatThrownBy(() -> mailer.send(mail, KEY, ORIGIN)).isNotInstanceOf(SendFailure.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:1", "http://no-such-host.invalid"})
  void aConnectionThatWasNotMadeSentNothing(String provider) {
    HttpMailer nowhere = new HttpMailer(URI.create(provider), Duration.ofSeconds(20));

    SendFailure failure =
        catchThrowableOfType(SendFailure.class, () -> nowhere.send(mail, KEY, ORIGIN));

    assertThat(failure.kind()).isEqualTo(SendFailure.Kind.NOT_SENT);
  }

  @Test
  void theProviderTellsLaterWhatBecameOfAKey() throws Exception {
    mailer.send(mail, KEY, ORIGIN);

    assertThat(mailer.find(KEY)).isEqualTo(new Lookup.Happened("msg_1"));
    assertThat(mailer.find(IdempotencyKey.of("tickets", 1))).isEqualTo(new Lookup.DidNotHappen());
  }

  @Test
  void keyRequestIdAndTraceContextTravelAsHeaders() throws Exception {
    Headers headers = received(mail).headers();
    assertThat(headers.getFirst("Idempotency-Key")).isEqualTo("tickets-4471");
    assertThat(headers.getFirst("X-Request-Id")).isEqualTo("r1");
    assertThat(headers.getFirst("traceparent"))
        .matches(TRACE.substring(0, 36) + "[0-9a-f]{16}-01")
        .isNotEqualTo(TRACE);
    assertThat(headers).doesNotContainKeys("Upgrade", "HTTP2-Settings");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=?utf-8?Q?Gala=0D=0ABcc:_x@evil.test?=",
        "Bcc: x@evil.test",
        "x\",\"bcc\":{\"email\":\"x@evil.test\"},\"y\":\"",
        "Jürgen Müller, Dr.",
        "山田 太郎"
      })
  void C87_C88_whatPeopleWroteTravelsAsItIsAndNamesNobodyElse(String written) throws Exception {
    String text = "Hello\n.\nMAIL FROM:<y>\n.";
    JsonNode json =
        received(
                new Mail(
                    written, Mail.FROM, written, "b@x.org", written, text, "r", mail.attachment()))
            .json();

    assertThat(json.path("from").toString())
        .isEqualTo(Json.object().put("name", written).put("email", Mail.FROM).toString());
    assertThat(json.path("to").toString())
        .isEqualTo(Json.object().put("name", written).put("email", "b@x.org").toString());
    assertThat(json.path("subject").asString()).isEqualTo(written);
    assertThat(json.path("text").asString()).isEqualTo(text);
    assertThat(json.propertyNames())
        .containsExactlyInAnyOrder("from", "to", "subject", "text", "reference", "attachments");
  }

  private record Received(Headers headers, JsonNode json) {}

  /** What a provider hears of a mail. */
  private static Received received(Mail mail) throws Exception {
    BlockingQueue<Received> seen = new LinkedBlockingQueue<>();
    HttpServer provider =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext(
        "/v1/messages",
        http -> {
          byte[] body = http.getRequestBody().readAllBytes();
          seen.add(new Received(http.getRequestHeaders(), Json.readObject(body)));
          http.sendResponseHeaders(201, -1);
          http.close();
        });
    provider.start();
    try {
      URI uri = URI.create("http://127.0.0.1:" + provider.getAddress().getPort());
      new HttpMailer(uri, Duration.ofSeconds(20)).send(mail, KEY, ORIGIN);
      return Objects.requireNonNull(seen.poll(20, TimeUnit.SECONDS));
    } finally {
      provider.stop(0);
    }
  }
}
