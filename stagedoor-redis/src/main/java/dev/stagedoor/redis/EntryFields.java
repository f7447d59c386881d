package dev.stagedoor.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stagedoor.job.JobId;
import dev.stagedoor.stream.StreamEntry;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How an entry is written on the stream: one letter a field, and no field for what is usual. Redis
 * stores the letters once for neighbours that have the same fields.
 *
 * <pre>
 * i job id       t type    a attempt          p payload
 * r round, if not 0        g "1" if published again
 * k tick         q request id                 c trace context
 * </pre>
 *
 * All values are UTF-8 text. Letters may be added; readers pass over those that they don't know.
 */
final class EntryFields {
  static final String JOB_ID = "i";
  static final String TYPE = "t";
  static final String ATTEMPT = "a";
  static final String PAYLOAD = "p";
  private static final String ROUND = "r";
  private static final String AGAIN = "g";
  private static final String TICK = "k";
  private static final String REQUEST_ID = "q";
  private static final String TRACE = "c";
  private static final int UUID_LENGTH = 36;

  private EntryFields() {}

  /** Field, value, field, value, as XADD takes them. */
  static List<byte[]> encode(StreamEntry entry) {
    List<byte[]> fields = new ArrayList<>(8);
    add(fields, JOB_ID, entry.jobId().toString());
    add(fields, TYPE, entry.type());
    add(fields, ATTEMPT, Integer.toString(entry.attempt()));
    add(fields, PAYLOAD, entry.payload());
    add(fields, ROUND, entry.round() == 0 ? null : Integer.toString(entry.round()));
    add(fields, AGAIN, entry.again() ? "1" : null);
    add(fields, TICK, entry.tick() == null ? null : entry.tick().toString());
    add(fields, REQUEST_ID, entry.requestId());
    add(fields, TRACE, entry.traceparent());
    return fields;
  }

  private static void add(List<byte[]> fields, String name, @Nullable String value) {
    if (value != null) {
      fields.add(name.getBytes(UTF_8));
      fields.add(value.getBytes(UTF_8));
    }
  }

  /** The entry; null where it names no job, type and attempt: then nothing can be done with it. */
  static @Nullable StreamEntry decode(String queue, Map<String, byte[]> fields) {
    String id = text(fields, JOB_ID);
    String type = text(fields, TYPE);
    if (id == null || id.length() != UUID_LENGTH || type == null || type.isEmpty()) {
      return null;
    }
    try {
      return new StreamEntry(
          new JobId(UUID.fromString(id)),
          queue,
          type,
          atLeast(1, number(fields, ATTEMPT, "")),
          atLeast(0, number(fields, ROUND, "0")),
          fields.containsKey(AGAIN),
          text(fields, PAYLOAD),
          tick(fields),
          text(fields, REQUEST_ID),
          text(fields, TRACE));
    } catch (IllegalArgumentException | DateTimeException unreadable) {
      return null; // the caller counts and settles it; the sweep publishes its row again
    }
  }

  private static int number(Map<String, byte[]> fields, String name, String missing) {
    String text = fields.containsKey(name) ? text(fields, name) : missing;
    return Integer.parseInt(text == null ? "" : text);
  }

  private static int atLeast(int least, int number) {
    if (number < least) {
      throw new IllegalArgumentException(number + " is less than " + least);
    }
    return number;
  }

  private static @Nullable Instant tick(Map<String, byte[]> fields) {
    String text = text(fields, TICK);
    return text == null ? null : Instant.parse(text);
  }

  /**
   * The value as text; null where it is missing, not UTF-8, or holds a NUL, which PostgreSQL can't.
   */
  private static @Nullable String text(Map<String, byte[]> fields, String name) {
    byte[] bytes = fields.get(name);
    if (bytes == null) {
      return null;
    }
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.indexOf(0) < 0 ? text : null;
    } catch (CharacterCodingException notText) {
      return null;
    }
  }
}
