package dev.stagedoor.boxoffice.ticket;

import dev.stagedoor.boxoffice.http.Fingerprint;
import dev.stagedoor.boxoffice.order.SampleOrders;
import java.io.IOException;
import java.util.HexFormat;

/** Prints one order in a process of its own and tells the fingerprint. */
final class PrintOnce {
  private PrintOnce() {}

  public static void main(String[] args) throws IOException {
    System.out.println(fingerprint(SampleOrders.named("José Łukasz").buyer().name()));
  }

  static String fingerprint(String name) throws IOException {
    byte[] pdf = new PdfTickets().print(SampleOrders.named(name));
    return HexFormat.of().formatHex(Fingerprint.of(pdf));
  }
}
