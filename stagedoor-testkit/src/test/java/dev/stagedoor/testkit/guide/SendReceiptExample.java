package dev.stagedoor.testkit.guide;

import dev.stagedoor.testkit.SecondRun;
import org.junit.jupiter.api.Test;

// page: test begins
class SendReceiptExample {
  @Test
  void aReceiptGoesOutOnce() {
    SecondRun.of(w -> () -> new SendReceipt(w.dataSource(), w.client(Mailer.class)).handle(4471))
        .given(
            """
            CREATE TABLE orders (id bigint PRIMARY KEY, email text, receipt_sent_at timestamptz);
            INSERT INTO orders VALUES (4471, 'ada@example.org', NULL)""")
        .client(Mailer.class, ModelMailer::new)
        .exactlyOnce("receipt", w -> w.provider(ModelMailer.class).accepted())
        .verify();
  }
}
// page: test ends
