package dev.stagedoor.boxoffice.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.Utf8ByteOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Makes HTML, in UTF-8. The templates were compiled with this program and escape what they show by
 * where it stands: in text, in an attribute. Thread-safe.
 */
public final class Pages {
  private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);

  public byte[] event(EventPage page) {
    return render("event.jte", page);
  }

  public byte[] order(OrderPage page) {
    return render("order.jte", page);
  }

  public byte[] sales(SalesPage page) {
    return render("sales.jte", page);
  }

  public byte[] error(ErrorPage page) {
    return render("error.jte", page);
  }

  private byte[] render(String template, Object page) {
    Utf8ByteOutput output = new Utf8ByteOutput();
    templates.render(template, page, output);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(output.getContentLength());
    try {
      output.writeTo(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The one style sheet. */
  public static byte[] style() {
    try (InputStream in = Pages.class.getResourceAsStream("style.css")) {
      if (in == null) {
        throw new IllegalStateException("style.css is missing from this program's jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
