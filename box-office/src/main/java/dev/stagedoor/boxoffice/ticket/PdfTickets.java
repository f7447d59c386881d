package dev.stagedoor.boxoffice.ticket;

import dev.stagedoor.boxoffice.order.Order;
import dev.stagedoor.boxoffice.order.Ticket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/**
 * A page for each ticket, each with a QR code that holds the ticket's code.
 *
 * <p>The bytes depend on the order and nothing else: PDFBox would put the time into the document's
 * id and dates, so both are derived from the order, and the name of the font's subset follows from
 * the letters used. Another version of PDFBox, of the font or of the JDK's zlib may still print
 * other bytes; the store keeps the first. Thread-safe.
 */
public final class PdfTickets implements TicketPrinter {
  @Override
  public byte[] print(Order order) throws IOException {
    try (PDDocument document = new PDDocument(IOUtils.createMemoryOnlyStreamCache())) {
      TicketFont font = TicketFont.in(document);
      for (Ticket ticket : order.tickets()) {
        PDPage page = new PDPage(PDRectangle.A6);
        document.addPage(page);
        try (PDPageContentStream content = new PDPageContentStream(document, page)) {
          new TicketPage(content, font).draw(order, ticket);
        }
      }
      identify(document, order);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      document.save(out);
      return out.toByteArray();
    }
  }

  private static void identify(PDDocument document, Order order) {
    UUID id = order.publicId();
    document.setDocumentId(id.getMostSignificantBits() ^ id.getLeastSignificantBits());
    PDDocumentInformation about = new PDDocumentInformation();
    about.setTitle("Tickets of order " + id);
    about.setProducer("Stagedoor box office");
    Calendar placed = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    placed.setTimeInMillis(order.createdAt().toEpochMilli());
    about.setCreationDate(placed);
    about.setModificationDate(placed);
    document.setDocumentInformation(about);
  }
}
