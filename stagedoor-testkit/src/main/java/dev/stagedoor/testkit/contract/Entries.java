package dev.stagedoor.testkit.contract;

import dev.stagedoor.job.JobId;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamEntry;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** The entries, queues and commands that the suites are made of. */
final class Entries {
  static final String MAIL = "mail";
  static final String REPORTS = "reports";
  static final Duration NEVER = Duration.ofHours(1);

  private Entries() {}

  static StreamEntry entry(String queue, int number) {
    JobId id = new JobId(new UUID(0x0190_0000_0000_7000L, 0x8000_0000_0000_0000L | number));
    return new StreamEntry(
        id, queue, "send_tickets", 1, 0, false, "{\"order\":" + number + "}", null, null, null);
  }

  static EntryId publish(JobStream stream, String queue, int number) {
    return publish(stream, queue, number, number).get(0);
  }

  /** Publishes the entries of these numbers, both included, in one batch. */
  static List<EntryId> publish(JobStream stream, String queue, int first, int last) {
    return stream.publish(
        IntStream.rangeClosed(first, last)
            .mapToObj(number -> new Publication(entry(queue, number), null))
            .toList());
  }

  /** Reads what is there, waiting for nothing. */
  static List<Delivery> read(JobStream stream, String queue, String consumer) {
    return stream.read(queue, consumer, 1_000, Duration.ZERO);
  }

  /** Reclaims what has been idle for as long as the fixture says. */
  static List<Delivery> reclaim(StreamFixture fixture, String consumer) {
    return fixture.stream().reclaim(MAIL, consumer, fixture.idle(), 1_000);
  }

  static List<EntryId> ids(List<Delivery> deliveries) {
    return deliveries.stream().map(Delivery::entryId).toList();
  }
}
