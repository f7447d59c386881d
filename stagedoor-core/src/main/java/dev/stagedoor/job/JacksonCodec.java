package dev.stagedoor.job;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Payloads as JSON. Thread-safe.
 *
 * <p>Fields that the class does not know are ignored; 64-bit integers stay exact; times are ISO
 * 8601. Maps are written in the order of their keys, since a child job's id is minted from the
 * text. A field that an older payload lacks is read as null, empty, 0 or false.
 */
public final class JacksonCodec implements PayloadCodec {
  /** As described above. */
  public static final PayloadCodec STANDARD = new JacksonCodec();

  private final JsonMapper mapper =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private JacksonCodec() {}

  @Override
  public String encode(Object payload) {
    String type = payload.getClass().getSimpleName();
    String text;
    try {
      text = mapper.writeValueAsString(payload);
    } catch (JacksonException e) {
      throw new PayloadRefused(
          "a payload of class " + type + " cannot be written as JSON" + at(e), e);
    }
    if (holdsNul(text)) {
      throw PayloadLimit.nul("class " + type);
    }
    return text;
  }

  @Override
  public <P> P decode(String text, Class<P> type) {
    @Nullable P value;
    try {
      value = mapper.readValue(text, type);
    } catch (JacksonException e) {
      throw new PayloadUnreadable(
          "the payload cannot be read as " + type.getSimpleName() + at(e), e);
    }
    if (value == null) {
      throw new PayloadUnreadable("the payload is null, not a " + type.getSimpleName(), null);
    }
    return value;
  }

  /** Where in the value, never what: payloads are not for logs. */
  private static String at(JacksonException e) {
    if (!(e instanceof DatabindException where) || where.getPath().isEmpty()) {
      return "";
    }
    return where.getPath().stream()
        .map(r -> r.getPropertyName() == null ? "[" + r.getIndex() + "]" : r.getPropertyName())
        .collect(Collectors.joining(".", ", at ", ""));
  }

  /** JSON writes a NUL as an escape: {@code u0000} after an odd number of backslashes. */
  private static boolean holdsNul(String json) {
    for (int i = json.indexOf('\\'); i >= 0; i = json.indexOf('\\', i + 2)) {
      if (json.startsWith("u0000", i + 1)) {
        return true;
      }
    }
    return false;
  }
}
