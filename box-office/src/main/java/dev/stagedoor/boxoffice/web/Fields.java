package dev.stagedoor.boxoffice.web;

import dev.stagedoor.boxoffice.http.Json;
import dev.stagedoor.boxoffice.http.Problem;
import dev.stagedoor.boxoffice.http.Problem.FieldError;
import dev.stagedoor.boxoffice.http.ProblemException;
import dev.stagedoor.boxoffice.http.Shown;
import dev.stagedoor.boxoffice.order.Money;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Currency;
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

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{1,255}");
  private static final Currency EURO = Currency.getInstance("EUR");
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
    String mend = "give 1 to " + longest + " characters on one line";
    String text = text(pointer, mend);
    String fault = text == null ? null : Lines.fault(text, longest, mend);
    if (text != null && fault != null) {
      wrong(pointer, Shown.of(text) + " " + fault);
    }
    return text == null || fault != null ? "" : text;
  }

  String email(String pointer) {
    String mend = "give one like name@example.org, in plain ASCII";
    String text = text(pointer, mend);
    if (text == null) {
      return "";
    }
    if (text.length() > LONGEST_EMAIL || !EMAIL.matcher(text).matches()) {
      wrong(pointer, Shown.of(text) + " is not an e-mail address: " + mend);
      return "";
    }
    return text;
  }

  /** A whole number of up to 64 bits; also as text, since many clients round large numbers. */
  long id(String pointer) {
    String mend = "give a whole number from 1 to " + Long.MAX_VALUE;
    JsonNode value = json.at(pointer);
    if (!has(pointer)) {
      wrong(pointer, "is missing: " + mend);
      return 0;
    }
    OptionalLong id =
        value.isString() || value.isIntegralNumber()
            ? id64(value.asString())
            : OptionalLong.empty();
    if (id.orElse(0) == 0) {
      wrong(pointer, Json.given(value) + " is no id: " + mend);
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
    String mend = "give a whole number from 1 to " + most;
    JsonNode value = json.at(pointer);
    if (value.isInt() && value.intValue() >= 1 && value.intValue() <= most) {
      return value.intValue();
    }
    if (!has(pointer)) {
      wrong(pointer, "is missing: " + mend);
    } else {
      String what = value.isNumber() ? " is out of range: " : " is no number: ";
      wrong(pointer, Json.given(value) + what + mend);
    }
    return 1;
  }

  /** Whole minor units of some currency: a number, neither text nor a fraction. */
  long minor(String pointer, long least) {
    String mend = "give a whole number of minor units from " + least + " to " + Money.MOST;
    JsonNode value = json.at(pointer);
    if (value.isIntegralNumber()
        && value.canConvertToLong()
        && value.longValue() >= least
        && value.longValue() <= Money.MOST) {
      return value.longValue();
    }
    if (!has(pointer)) {
      wrong(pointer, "is missing: " + mend);
    } else if (value.isIntegralNumber()) {
      wrong(pointer, Json.given(value) + " is out of range: " + mend);
    } else {
      String what = value.isNumber() ? " is not written as a whole number: " : " is no number: ";
      wrong(pointer, Json.given(value) + what + mend);
    }
    return least;
  }

  /** An ISO 4217 code of money that is counted in minor units, in capitals. */
  Currency currency(String pointer) {
    String mend = "give an ISO 4217 code like EUR";
    String code = text(pointer, mend);
    if (code == null) {
      return EURO;
    }
    try {
      Currency currency = Currency.getInstance(code);
      if (currency.getDefaultFractionDigits() >= 0) { // gold has none
        return currency;
      }
    } catch (IllegalArgumentException e) {
      // told below, as any other code that cannot be used
    }
    wrong(pointer, Shown.of(code) + " is no currency: " + mend);
    return EURO;
  }

  /** A payment provider's name for a card. */
  String token(String pointer) {
    String mend = "give 1 to 255 letters, digits, _ - as Payrail gave them";
    String text = text(pointer, mend);
    if (text != null && !TOKEN.matcher(text).matches()) {
      wrong(pointer, Shown.of(text) + " is no payment token: " + mend);
    }
    return text == null ? "" : text;
  }

  Instant instant(String pointer) {
    String mend = "give one like 2027-05-01T19:30:00+02:00";
    String text = text(pointer, mend);
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
    wrong(pointer, Shown.of(text) + " is no time from 1970 to 9999 with its offset: " + mend);
    return EARLIEST;
  }

  /** A list of one or more different short names. */
  List<String> seats(String pointer, int most, int longest) {
    JsonNode list = json.at(pointer);
    String fault = listFault(pointer, list, most);
    if (fault != null) {
      wrong(pointer, fault + ": give 1 to " + most + " seats, as in [\"A1\",\"A2\"]");
      return List.of();
    }
    List<String> names = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < list.size(); i++) {
      String name = line(pointer + "/" + i, longest);
      if (!name.isEmpty() && !seen.add(name)) {
        wrong(pointer + "/" + i, Shown.of(name) + " comes twice: name it once");
      }
      names.add(name);
    }
    return names;
  }

  private @Nullable String listFault(String pointer, JsonNode list, int most) {
    if (!has(pointer)) {
      return "is missing";
    } else if (!list.isArray()) {
      return Json.given(list) + " is not a list";
    } else if (list.isEmpty()) {
      return Json.given(list) + " is empty";
    }
    return list.size() > most ? Json.given(list) + " is too long" : null;
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

  private @Nullable String text(String pointer, String mend) {
    JsonNode value = json.at(pointer);
    if (!has(pointer)) {
      wrong(pointer, "is missing: " + mend);
      return null;
    }
    if (!value.isString()) {
      wrong(pointer, Json.given(value) + " is not text: " + mend);
      return null;
    }
    return value.stringValue();
  }
}
