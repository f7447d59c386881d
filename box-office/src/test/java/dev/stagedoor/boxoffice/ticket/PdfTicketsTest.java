package dev.stagedoor.boxoffice.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.client.j2se.BufferedImageLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.SampleOrders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
  void anotherProcessPrintsTheSameBytes() throws Exception {
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Duser.timezone=Asia/Kolkata",
                "-Duser.language=ar",
                "-Dfile.encoding=ISO-8859-1",
                "-cp",
                System.getProperty("java.class.path"),
                PrintOnce.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String printed = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(printed.strip()).isEqualTo(PrintOnce.fingerprint("José Łukasz"));
  }

  @Test
  void theQrCodeOfEachPageHoldsTheCodeOfItsTicket() throws Exception {
    Order order = SampleOrders.named("José");

    assertThat(qrCodes(printer.print(order)))
        .containsExactly(
            order.tickets().get(0).code().toString(), order.tickets().get(1).code().toString());
  }

  @ParameterizedTest
  @CsvSource({
    "José, José",
    "Łukasz, Łukasz",
    "Иван, Иван",
    "山田, □□",
    "A😀, A😀",
    "Zoë Office fi ffl, Zoë Office fi ffl",
    "नमस्ते, □□□□□□",
    "👩‍👩‍👧, □",
  })
  void aNameIsShownOrAVisibleBoxForWhatTheFontLacks(String name, String shown) throws Exception {
    String text = text(printer.print(SampleOrders.named(name)));

    assertThat(text).contains("Seat A1", "Seat A2", shown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"عمر", "line\nfeed", "\u202fnarrow\u202f", "Eva\ud83d", "\u0000", "\t"})
  void oddTextIsNeverAFailureAndNeverEmpty(String name) throws Exception {
    List<String> lines = text(printer.print(SampleOrders.named(name))).lines().toList();

    int seat = lines.indexOf("Seat A1");
    assertThat(lines.get(seat + 1)).isNotBlank().doesNotContain("Sold for");
  }

  @Test
  void whatIsTooLongIsCutWithDotsAndLeavesRoomForTheCode() throws Exception {
    Order order = SampleOrders.named("Wwwww".repeat(40));
    byte[] pdf = printer.print(order);

    assertThat(text(pdf)).contains("…");
    assertThat(qrCodes(pdf)).contains(order.tickets().get(1).code().toString());
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
