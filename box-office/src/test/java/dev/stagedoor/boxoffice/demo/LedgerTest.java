package dev.stagedoor.boxoffice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.http.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class LedgerTest {
  private static final Verdict RIGHT = new Verdict(0, 0, List.of());

  @Test
  void quietRightAndCoveredIsZero() {
    assertThat(ledger(true, RIGHT, List.of()).exitCode()).isZero();
  }

  @Test
  void lostOrDoubledIsOne() {
    assertThat(ledger(true, new Verdict(1, 0, List.of("x")), List.of()).exitCode()).isEqualTo(1);
    assertThat(ledger(true, new Verdict(0, 1, List.of("x")), List.of()).exitCode()).isEqualTo(1);
    assertThat(ledger(true, new Verdict(0, 1, List.of("x")), List.of("u")).exitCode()).isEqualTo(1);
    assertThat(ledger(false, new Verdict(3, 1, List.of("x")), List.of()).exitCode()).isEqualTo(1);
  }

  @Test
  void notQuietOrUncoveredIsThree() {
    assertThat(ledger(false, new Verdict(1, 0, List.of("x")), List.of()).exitCode()).isEqualTo(3);
    assertThat(ledger(true, RIGHT, List.of("killed: 1 of 3")).exitCode()).isEqualTo(3);
  }

  @Test
  void fewerSecondRunsThanAskedAreTold() {
    assertThat(
            Ledger.shortfalls(
                Asked.of(3, 2, 0, 0, 1),
                Map.of(FaultKind.KILLED, 1L, FaultKind.SLOW, 5L, FaultKind.REDIS_WIPED, 1L)))
        .containsExactly("killed: 1 of 3");
  }

  @Test
  void theJsonIsOneLineWithEveryField() {
    String json = LedgerJson.of(ledger(true, RIGHT, List.of()));

    assertThat(json)
        .doesNotContain("\n")
        .startsWith(
            "{\"v\":1,\"orders\":100,\"repeatedRequests\":17,\"ticketsRendered\":100,\"renders\":104,"
                + "\"pdfObjects\":100,\"sendJobs\":100,\"emailsAccepted\":100,\"emailRequests\":109,"
                + "\"seatsSold\":214,\"salesCounter\":214,\"deliveries\":431,"
                + "\"paymentsCaptured\":100,\"paymentRequests\":106,\"paymentRequestsRepeated\":4,"
                + "\"asked\":{\"killed\":3,\"slow\":2,\"publishedTwice\":2,\"timeout\":2,"
                + "\"redisWiped\":1},"
                + "\"secondRuns\":{\"killed\":4,\"slow\":0,\"publishedTwice\":0,\"timeout\":0,"
                + "\"redisWiped\":7},"
                + "\"absorbed\":{\"state\":5,\"claim\":3,\"providerKey\":9,\"jobId\":4},"
                + "\"lost\":0,\"doubled\":0,\"problems\":[],\"uncovered\":[],");
    ObjectNode read = Json.readObject(json.getBytes(StandardCharsets.UTF_8));
    assertThat(read.path("seed").longValue()).isEqualTo(7);
    assertThat(read.path("seconds").doubleValue()).isEqualTo(41.2);
    assertThat(read.path("workerRssMiB").longValue()).isEqualTo(180);
  }

  @Test
  void aPersonReadsWhichOrdersAreWrong() {
    Verdict wrong = new Verdict(0, 2, List.of("order 4471: 3 emails accepted"));

    String text = LedgerText.of(ledger(true, wrong, List.of("slow: 0 of 2")));

    assertThat(text)
        .contains("WRONG  order 4471: 3 emails accepted")
        .contains("not covered: slow: 0 of 2")
        .contains("0 lost, 2 doubled")
        .contains("seed 7, 41.2 s, largest worker 180 MiB");
    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
  }

  private static Ledger ledger(boolean quiet, Verdict verdict, List<String> uncovered) {
    return new Ledger(
        7,
        null,
        quiet,
        new Ledger.Totals(
            100, 17, 100, 104, 100, 100, 100, 109, 214, 214, 431, new Ledger.Payments(100, 106, 4)),
        Asked.of(3, 2, 2, 2, 1),
        Map.of(FaultKind.KILLED, 4L, FaultKind.REDIS_WIPED, 7L),
        new Absorbed(5, 3, 9, 4),
        verdict,
        uncovered,
        41.23,
        180);
  }
}
