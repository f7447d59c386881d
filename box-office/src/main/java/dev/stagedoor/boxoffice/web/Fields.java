package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.Problem.FieldError;
import dev.stagedoor.boxoffice.http.ProblemException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a request's fields and collects what is wrong with them, so that a client hears of all at
 * once. A field that is wrong reads as something harmless until {@link #refuseIfWrong} ends the
 * request. Pointers are JSON pointers: {@code /buyer/name}. Not thread-safe.
 */
final class Fields {
  /** What browsers take for an address: header-safe, and no more than a shape. */
  private static final Pattern EMAIL =
      Pattern.compile(
          "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
              + "(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*");

  private static final int LONGEST_EMAIL = 254;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
  private static final Instant EARLIEST = Instant.parse("1970-01-01T00:00:00Z");

  private final ObjectNode json;
  private final List<FieldError> errors = new ArrayList<>();

  Fields(ObjectNode json) {
    this.json = json;
  }

  boolean has(String pointer) {
    JsonNode value = json.at(pointer);
    return !value.isMissingNode() && !value.isNull();
  }

  /** One line of text that is not blank; at most so many characters. */
  String line(String pointer, int longest) {
    String text = text(pointer);
    if (text == null) {
      return "";
    }
    String fault = lineFault(text, longest);
    if (fault != null) {
      wrong(pointer, fault);
      return "";
    }
    return text;
  }

  String email(String pointer) {
    String text = text(pointer);
    if (text == null) {
      return "";
    }
    if (text.length() > LONGEST_EMAIL || !EMAIL.matcher(text).matches()) {
      wrong(pointer, "is not an e-mail address: give one like name@example.org, in plain ASCII");
      return "";
    }
    return text;
  }

  /** A whole number of up to 64 bits; also as text, since many clients round large numbers. */
  long id(String pointer) {
    JsonNode value = json.at(pointer);
    if (value.isMissingNode() || value.isNull()) {
      wrong(pointer, "is missing: give a number");
      return 0;
    }
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      return value.longValue();
    }
    OptionalLong id = value.isString() ? id64(value.stringValue()) : OptionalLong.empty();
    if (id.isEmpty()) {
      wrong(pointer, "is no id: give a whole number");
    }
    return id.orElse(0);
  }

  /** The id that this text spells; empty if it spells none of 64 bits. */
  static OptionalLong id64(String text) {
    try {
      return text.matches("[0-9]{1,19}")
          ? OptionalLong.of(Long.parseLong(text))
          : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty(); // 19 digits, and too large
    }
  }

  int count(String pointer, int most) {
    JsonNode value = json.at(pointer);
    if (!value.isInt() || value.intValue() < 1 || value.intValue() > most) {
      wrong(pointer, "is not a whole number from 1 to " + most);
      return 1;
    }
    return value.intValue();
  }

  Instant instant(String pointer) {
    String text = text(pointer);
    if (text == null) {
      return EARLIEST;
    }
    try {
      Instant instant = OffsetDateTime.parse(text).toInstant();
      if (!instant.isBefore(EARLIEST) && !instant.isAfter(LATEST)) {
        return instant;
      }
    } catch (DateTimeException e) {
      // told below, as any other time that cannot be used
    }
    wrong(
        pointer,
        "is no time from 1970 to 9999 with its offset: give one like 2027-05-01T19:30:00+02:00");
    return EARLIEST;
  }

  /** A list of one or more different short names. */
  List<String> names(String pointer, int most, int longest) {
    JsonNode list = json.at(pointer);
    if (!list.isArray() || list.isEmpty() || list.size() > most) {
      wrong(pointer, "is not a list of 1 to " + most + " names");
      return List.of();
    }
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      String name = line(pointer + "/" + i, longest);
      if (!name.isEmpty() && !seen.add(name)) {
        wrong(pointer + "/" + i, "\"" + name + "\" comes twice: name it once");
      }
      names.add(name);
    }
    return names;
  }

  /** Says what is wrong with a field. */
  void wrong(String pointer, String what) {
    errors.add(new FieldError("#" + pointer, what));
  }

  /**
   * @throws ProblemException 422 naming every field that is wrong
   */
  void refuseIfWrong() {
    if (!errors.isEmpty()) {
      throw new ProblemException(unprocessable(errors));
    }
  }

  static Problem unprocessable(List<FieldError> errors) {
    FieldError first = errors.get(0);
    String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)";
    return new Problem(
        422, "Not acceptable as it is", first.pointer() + " " + first.detail() + more, errors);
  }

  private @Nullable String text(String pointer) {
    JsonNode value = json.at(pointer);
    if (value.isMissingNode() || value.isNull()) {
      wrong(pointer, "is missing");
      return null;
    }
    if (!value.isString()) {
      wrong(pointer, "is not text: give a string");
      return null;
    }
    return value.stringValue();
  }

  /**
   * Whatever would break a header, a page, or the database is refused here, where the client can
   * mend it, and not in a job an hour later.
   */
  private static @Nullable String lineFault(String text, int longest) {
    if (text.isBlank()) {
      return "is blank: give at least one character";
    }
    if (text.codePointCount(0, text.length()) > longest) {
      return "is longer than " + longest + " characters: shorten it";
    }
    if (text.codePoints().anyMatch(Fields::breaksLine)) {
      return "holds a control character or a line break: leave it out";
    }
    if (text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF)) {
      return "holds half of a character (an unpaired surrogate): leave it out";
    }
    return null;
  }

  private static boolean breaksLine(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }
}
