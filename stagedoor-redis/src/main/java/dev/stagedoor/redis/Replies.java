package dev.stagedoor.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import io.lettuce.core.StreamMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What came back from Redis, as our types. */
final class Replies {
  private Replies() {}

  static Delivery firstRead(String queue, StreamMessage<String, byte[]> message) {
    return new Delivery(
        new EntryId(message.getId()), EntryFields.decode(queue, message.getBody()), null);
  }

  /** Of the script reclaim: id, previous consumer, flat fields. */
  static List<Delivery> reclaimed(String queue, List<?> reply) {
    List<Delivery> deliveries = new ArrayList<>();
    for (Object each : reply) {
      List<?> entry = (List<?>) each;
      deliveries.add(
          new Delivery(
              new EntryId(text(entry.get(0))),
              EntryFields.decode(queue, fields((List<?>) entry.get(2))),
              text(entry.get(1))));
    }
    return deliveries;
  }

  private static Map<String, byte[]> fields(List<?> flat) {
    Map<String, byte[]> fields = new HashMap<>();
    for (int i = 0; i + 1 < flat.size(); i += 2) {
      fields.put(text(flat.get(i)), (byte[]) flat.get(i + 1));
    }
    return fields;
  }

  /** Those of the ids that were asked for whose answer was this number. */
  static Set<EntryId> answered(long number, List<EntryId> asked, List<?> reply) {
    Set<EntryId> ids = new HashSet<>();
    for (int i = 0; i < asked.size(); i++) {
      if (reply.get(i) instanceof Long answer && answer == number) {
        ids.add(asked.get(i));
      }
    }
    return ids;
  }

  static String text(Object bytes) {
    return new String((byte[]) bytes, UTF_8);
  }
}
