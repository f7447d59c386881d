package dev.stagedoor.boxoffice.ticket;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/**
 * The one font of a document. What it has no glyph for is shown as a box: a name may look odd, and
 * the job does not fail for it. No shaping: letters of scripts that join stand apart, in the right
 * order. Belongs to its document and its thread.
 */
final class TicketFont {
  /** DejaVu Sans: Latin, Greek, Cyrillic, Hebrew, Arabic, Georgian, Armenian, many symbols. */
  private static final String RESOURCE = "/net/sf/jasperreports/fonts/dejavu/DejaVuSans.ttf";

  private static final byte[] FILE = file();

  /** WHITE SQUARE: what a missing glyph looks like. */
  private static final int BOX = 0x25A1;

  private final PDType0Font font;
  private final CmapLookup glyphs;

  private TicketFont(PDType0Font font, CmapLookup glyphs) {
    this.font = font;
    this.glyphs = glyphs;
  }

  static TicketFont in(PDDocument document) throws IOException {
    TrueTypeFont file = new TTFParser().parse(new RandomAccessReadBuffer(FILE));
    file.setEnableGsub(false); // lines are measured letter by letter, so each keeps its own width
    PDType0Font font = PDType0Font.load(document, file, true);
    return new TicketFont(font, file.getUnicodeCmapLookup());
  }

  PDType0Font font() {
    return font;
  }

  /**
   * The text with a box for each character that cannot be shown, and for each where none can be
   * seen; never shorter.
   */
  String showable(String text) {
    boolean nothingSeen = text.codePoints().noneMatch(TicketFont::isSeen);
    return text.codePoints()
        .map(c -> nothingSeen || glyphs.getGlyphId(c) == 0 ? BOX : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isSeen(int c) {
    return !Character.isWhitespace(c)
        && !Character.isSpaceChar(c)
        && Character.getType(c) != Character.FORMAT;
  }

  /** In points; of showable text only. */
  float width(String showable, float size) throws IOException {
    return font.getStringWidth(showable) / 1000 * size;
  }

  private static byte[] file() {
    try (InputStream in = TicketFont.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(
            "font " + RESOURCE + " is missing: put jasperreports-fonts on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
