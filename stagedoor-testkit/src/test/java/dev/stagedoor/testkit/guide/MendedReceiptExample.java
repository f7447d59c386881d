package dev.stagedoor.testkit.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.Exploration;
import dev.stagedoor.testkit.Replay;
import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.guide.SendReceipt.Mended;
import dev.stagedoor.testkit.interleave.Verdict;
import dev.stagedoor.testkit.world.ClientFaults;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** docs/testkit.md: what more can be said of the first example. */
class MendedReceiptExample {
  private static final String ORDER =
      """
      CREATE TABLE orders (id bigint PRIMARY KEY, email text, receipt_sent_at timestamptz);
      INSERT INTO orders VALUES (4471, 'ada@example.org', NULL)""";

  static SecondRun<Void> mended() {
    return SecondRun.of(w -> () -> new Mended(w.dataSource(), w.client(Mailer.class)).handle(4471))
        .given(ORDER)
        .client(Mailer.class, ModelMailer::new)
        .exactlyOnce("receipt", w -> w.provider(ModelMailer.class).accepted());
  }

  @Test
  void printsItsReport() {
    SecondRun<Void> secondRun = mended();
    // page: explore begins
    Exploration exploration = secondRun.explore();
    System.out.println(exploration.report());
    // page: explore ends
    assertThat(exploration.verdict()).as(exploration.report()).isEqualTo(Verdict.ONCE);
  }

  @Test
  void declaresMore() {
    // page: declare begins
    mended()
        .exactlyOnceRows("mark", "SELECT 1 FROM orders WHERE receipt_sent_at IS NOT NULL")
        .keyStable(Mailer.class)
        .eventually(
            "one key for all",
            w -> w.provider(ModelMailer.class).keys().equals(Set.of("receipt-4471")))
        .verify();
    // page: declare ends
  }

  @Test
  void isRefused() {
    SecondRun<Void> secondRun = mended();
    // page: faults begins
    ClientFaults faults =
        ClientFaults.standard()
            .timeOut(() -> new MailTimedOut("no answer within 30 s"))
            .rejected("429", () -> new MailRefused(429))
            .rejected("500", () -> new MailRefused(500));

    secondRun
        .client(Mailer.class, ModelMailer::new, faults)
        // page: faults ends
        .verify();
  }

  @SuppressWarnings("serial")
  static final class MailTimedOut extends RuntimeException {
    MailTimedOut(String message) {
      super(message);
    }
  }

  @SuppressWarnings("serial")
  static final class MailRefused extends RuntimeException {
    MailRefused(int status) {
      super("status " + status);
    }
  }

  @Test
  void goesFurther() {
    SecondRun<Void> secondRun = mended();
    // page: budgets begins
    secondRun
        .atMost(2_000)
        .seed(7)
        .clockJumps(Duration.ofMinutes(3), Duration.ofHours(25))
        .stepLimit(Duration.ofSeconds(20))
        // page: budgets ends
        .atMost(20)
        .verify();
  }

  // page: replay begins
  @Test
  @Replay("v1 A:1 A:2 A:3!crash B:1 B:2")
  void aDeathBeforeTheMarkSendsNothingNew() {
    // page: replay ends
    assertThat(mended().explore().interleavings()).isEqualTo(1);
    mended().verify();
  }

  @Test
  void isAllowedToBeLost() {
    // page: allow begins
    SecondRun.of(
            w ->
                () -> {
                  if (Newsletter.mark(w.dataSource(), 4471)) {
                    w.client(Mailer.class).send("ada@example.org", "News");
                  }
                })
        .given("CREATE TABLE newsletter (customer bigint PRIMARY KEY)")
        .client(Mailer.class, ModelMailer::new)
        .exactlyOnce("newsletter", w -> w.provider(ModelMailer.class).accepted())
        .allow(Verdict.LOST, "a second newsletter is worse than none")
        .verify();
    // page: allow ends
  }

  @Test
  void isLabelled() {
    // page: label begins
    SecondRun.of(
            w ->
                () -> {
                  ObjectStore store = w.provider(ObjectStore.class);
                  w.boundary("put the receipt");
                  store.put("receipt-4471", "Thank you");
                })
        .client(ObjectStore.class, ObjectStore::new)
        .exactlyOnce("object", w -> w.provider(ObjectStore.class).names().size())
        .verify();
    // page: label ends
  }

  /** A class, as the client of an SDK is. */
  static final class ObjectStore {
    private final Map<String, String> objects = new TreeMap<>();

    void put(String name, String content) {
      objects.put(name, content);
    }

    List<String> names() {
      return List.copyOf(objects.keySet());
    }
  }
}
