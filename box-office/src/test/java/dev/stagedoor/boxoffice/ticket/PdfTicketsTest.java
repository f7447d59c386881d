package dev.stagedoor.boxoffice.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.client.j2se.BufferedImageLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.SampleOrders;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PdfTicketsTest {
  private final PdfTickets printer = new PdfTickets();

  @Test
  void twoPrintsOfAnOrderAreTheSameBytes() throws Exception {
    assertThat(printer.print(SampleOrders.named("José")))
        .isEqualTo(printer.print(SampleOrders.named("José")));
    assertThat(printer.print(SampleOrders.named("José")))
        .isNotEqualTo(printer.print(SampleOrders.named("Josef")));
  }

  @Test
  void C85_twoProcessesPrintTheSameBytesAtTwoTimes() throws Exception {
    String here = PrintOnce.fingerprint();
    Instant then = Instant.now();
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Duser.timezone=Asia/Kolkata",
                "-Duser.language=ar",
                "-Dfile.encoding=ISO-8859-1",
                "-cp",
                System.getProperty("java.class.path"),
                PrintOnce.class.getName(),
                then.plusMillis(1_100).toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(printed.strip()).isEqualTo(here).hasSize(64);
  }

  @Test
  void theQrCodeOfEachPageHoldsTheCodeOfItsTicket() throws Exception {
    Order order = SampleOrders.named("José");

    assertThat(qrCodes(printer.print(order)))
        .containsExactly(
            order.tickets().get(0).code().toString(), order.tickets().get(1).code().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "José",
        "Łukasz",
        "Иван",
        "A😀",
        "عمر",
        "Zoë Office fi ffl",
        "שלום (עולם)",
        "\u202fnarrow\u202fname"
      })
  void C86_aNameIsOnTheTicketAsItWasWritten(String name) throws Exception {
    assertThat(names(printer.print(SampleOrders.named(name)))).containsExactly(name, name);
  }

  @ParameterizedTest
  @CsvSource({
    "山田, □□",
    "नमस्ते, □□□□□□",
    "👩‍👩‍👧, □‍□‍□",
    "'line\nfeed', line□feed",
    "Eva\ud83d, Eva□",
    "'\u0000', □",
    "'\t', □",
    "'\u200b\u200d', □□",
    "'\u202f\u00a0', □□",
  })
  void C86_whatTheFontLacksIsAVisibleBox(String name, String shown) throws Exception {
    assertThat(names(printer.print(SampleOrders.named(name)))).containsExactly(shown, shown);
  }

  @Test
  void C86_theBoxIsDrawn() throws Exception {
    long one = darkPixels(printer.print(SampleOrders.named("i")));

    assertThat(darkPixels(printer.print(SampleOrders.named("山田太郎")))).isGreaterThan(one + 50);
  }

  @Test
  void whatIsTooLongIsCutWithDotsAndLeavesRoomForTheCode() throws Exception {
    Order order = SampleOrders.named("Wwwww".repeat(40));
    byte[] pdf = printer.print(order);

    assertThat(text(pdf)).contains("…");
    assertThat(qrCodes(pdf)).contains(order.tickets().get(1).code().toString());
  }

  /** The buyer's name on each page. */
  private static List<String> names(byte[] pdf) throws IOException {
    List<String> lines = text(pdf).lines().toList();
    return List.of(
        lines.get(lines.indexOf("Seat A1") + 1), lines.get(lines.indexOf("Seat A2") + 1));
  }

  private static long darkPixels(byte[] pdf) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      BufferedImage page = new PDFRenderer(document).renderImageWithDPI(0, 100);
      int[] colours =
          page.getRGB(0, 0, page.getWidth(), page.getHeight(), null, 0, page.getWidth());
      return Arrays.stream(colours).filter(colour -> (colour & 0xff) < 128).count();
    }
  }

  private static String text(byte[] pdf) throws IOException {
    try (PDDocument document = Loader.loadPDF(pdf)) {
      return new PDFTextStripper().getText(document);
    }
  }

  private static List<String> qrCodes(byte[] pdf) throws Exception {
    List<String> codes = new ArrayList<>();
    try (PDDocument document = Loader.loadPDF(pdf)) {
      PDFRenderer renderer = new PDFRenderer(document);
      for (int page = 0; page < document.getNumberOfPages(); page++) {
        BufferedImageLuminanceSource image =
            new BufferedImageLuminanceSource(renderer.renderImageWithDPI(page, 200));
        codes.add(
            new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(image))).getText());
      }
    }
    return codes;
  }
}
