package dev.stagedoor.boxoffice.ticket;

import dev.stagedoor.boxoffice.http.Fingerprint;
import dev.stagedoor.boxoffice.order.SampleOrders;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Prints one order in a process of its own and tells the SHA-256. */
final class PrintOnce {
  private PrintOnce() {}

  /**
   * @param args the time before which nothing is printed: the clock is what this is about
   */
  public static void main(String[] args) throws IOException {
    long left = Duration.between(Instant.now(), Instant.parse(args[0])).toMillis();
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(Math.max(0, left), TimeUnit.MILLISECONDS))
        .join();
    System.out.println(fingerprint());
  }

  static String fingerprint() throws IOException {
    byte[] pdf = new PdfTickets().print(SampleOrders.named("José Łukasz عمر 山田"));
    return HexFormat.of().formatHex(Fingerprint.of(pdf));
  }
}
