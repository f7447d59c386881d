package dev.stagedoor.boxoffice.ticket;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Ticket;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.pdfbox.pdmodel.PDPageContentStream;

/** Draws one ticket on one page of A6. Belongs to its thread. */
final class TicketPage {
  private static final float LEFT = 28;
  private static final float WIDTH = 241;
  private static final float QR_SIZE = 150;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEEE d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final PDPageContentStream page;
  private final TicketFont font;
  private float y = 390;

  TicketPage(PDPageContentStream page, TicketFont font) {
    this.page = page;
    this.font = font;
  }

  void draw(Order order, Ticket ticket) throws IOException {
    text(order.event().title(), 16, 3);
    text(DATE.format(order.event().startsAt()), 9, 1);
    text("Seat " + ticket.seat(), 14, 1);
    text(order.buyer().name(), 11, 2);
    text("Sold for " + order.event().organizer(), 8, 2);
    qrCode(ticket.code().toString());
    text(ticket.code().toString(), 8, 1);
  }

  private void text(String text, float size, int atMost) throws IOException {
    for (String line : lines(font.showable(text), size, atMost)) {
      y -= size * 1.3f;
      page.beginText();
      page.setFont(font.font(), size);
      page.newLineAtOffset(LEFT, y);
      page.showText(VisualOrder.of(line));
      page.endText();
    }
    y -= 3;
  }

  /** Broken where a line is full, at a space if there is one; what does not fit ends in dots. */
  private List<String> lines(String text, float size, int atMost) throws IOException {
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (!rest.isEmpty() && lines.size() < atMost) {
      int end = fits(rest, size);
      boolean more = end < rest.length();
      int space = more ? rest.lastIndexOf(' ', end) : -1;
      int cut = space > 0 ? space : end;
      boolean last = lines.size() == atMost - 1;
      lines.add(more && last ? dotted(rest, end) : rest.substring(0, cut));
      rest = rest.substring(cut).stripLeading();
    }
    return lines;
  }

  private static String dotted(String rest, int end) {
    return rest.substring(0, rest.offsetByCodePoints(end, -1)) + "…";
  }

  /** How many chars of the text fit into the width; at least one character, never half of one. */
  private int fits(String text, float size) throws IOException {
    float width = 0;
    int end = 0;
    while (end < text.length()) {
      int next = text.offsetByCodePoints(end, 1);
      width += font.width(text.substring(end, next), size);
      if (width > WIDTH && end > 0) {
        return end;
      }
      end = next;
    }
    return end;
  }

  /** As rectangles, not as a picture: sharp at any size, and the same bytes anywhere. */
  private void qrCode(String content) throws IOException {
    BitMatrix dark = encode(content);
    float module = QR_SIZE / dark.getWidth();
    float top = y - 4;
    for (int row = 0; row < dark.getHeight(); row++) {
      for (int column = 0; column < dark.getWidth(); column++) {
        if (dark.get(column, row)) {
          page.addRect(
              LEFT + (WIDTH - QR_SIZE) / 2 + column * module,
              top - (row + 1) * module,
              module,
              module);
        }
      }
    }
    page.fill();
    y = top - QR_SIZE;
  }

  private static BitMatrix encode(String content) throws IOException {
    try {
      return new QRCodeWriter()
          .encode(
              content,
              BarcodeFormat.QR_CODE,
              0,
              0,
              Map.of(
                  EncodeHintType.MARGIN,
                  4,
                  EncodeHintType.ERROR_CORRECTION,
                  ErrorCorrectionLevel.M));
    } catch (WriterException e) {
      throw new IOException("QR code of " + content + " cannot be made", e);
    }
  }
}
