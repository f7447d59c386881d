package dev.stagedoor.redis;

import dev.stagedoor.job.JobId;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamEntry;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Entries of one queue. */
final class Mail {
  static final String QUEUE = "mail";

  private Mail() {}

  static Publication publication(int number, @Nullable EntryId replaces) {
    JobId id = new JobId(new UUID(0x7000, 0x8000_0000_0000_0000L | number));
    String payload = "{\"orderId\":" + number + "}";
    return new Publication(
        new StreamEntry(id, QUEUE, "send_tickets", 1, 0, false, payload, null, null, null),
        replaces);
  }

  static List<EntryId> publish(JobStream stream, int count) {
    return stream.publish(
        IntStream.rangeClosed(1, count).mapToObj(number -> publication(number, null)).toList());
  }
}
