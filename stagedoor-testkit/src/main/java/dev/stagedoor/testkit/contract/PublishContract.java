package dev.stagedoor.testkit.contract;

import static dev.stagedoor.testkit.contract.Entries.MAIL;
import static dev.stagedoor.testkit.contract.Entries.REPORTS;
import static dev.stagedoor.testkit.contract.Entries.entry;
import static dev.stagedoor.testkit.contract.Entries.ids;
import static dev.stagedoor.testkit.contract.Entries.publish;
import static dev.stagedoor.testkit.contract.Entries.read;
import static dev.stagedoor.testkit.contract.Entries.reclaim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.JobId;
import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What publishing promises: order, whole entries, and replacing an orphan in one step. */
interface PublishContract extends StreamFixture {
  @Test
  default void entriesAreReadInTheOrderOfPublishing() {
    List<EntryId> published = publish(stream(), MAIL, 1, 250);

    assertThat(published).isSorted().doesNotHaveDuplicates();
    List<Delivery> read = read(stream(), MAIL, "a");
    assertThat(ids(read)).isEqualTo(published);
    assertThat(read)
        .extracting(Delivery::entry)
        .isEqualTo(IntStream.rangeClosed(1, 250).mapToObj(n -> entry(MAIL, n)).toList());
  }

  @Test
  default void idsComeBackInTheOrderOfABatchOfSeveralQueues() {
    List<EntryId> published =
        stream()
            .publish(
                IntStream.range(0, 600)
                    .mapToObj(n -> new Publication(entry(n % 3 == 0 ? REPORTS : MAIL, n), null))
                    .toList());

    List<Delivery> reports = read(stream(), REPORTS, "a");
    List<Delivery> mails = read(stream(), MAIL, "a");
    assertThat(reports)
        .extracting(Delivery::entry)
        .isEqualTo(IntStream.range(0, 200).mapToObj(n -> entry(REPORTS, 3 * n)).toList());
    assertThat(ids(reports))
        .isEqualTo(IntStream.range(0, 200).mapToObj(n -> published.get(3 * n)).toList());
    assertThat(mails).hasSize(400).extracting(Delivery::entryId).isSubsetOf(published);
  }

  @Test
  default void publishingNothingDoesNothing() {
    assertThat(stream().publish(List.of())).isEmpty();
    assertThat(stream().depth(MAIL)).isZero();
  }

  @Test
  default void everyFieldArrivesAsItWas() {
    StreamEntry full =
        new StreamEntry(
            new JobId(UUID.fromString("0190a6f2-1c00-7abc-8def-0123456789ab")),
            MAIL,
            "report.daily-v2",
            Integer.MAX_VALUE,
            7,
            true,
            "{\"name\":\"Łukasz 山田 नमस्ते عمر \uD83C\uDF9F\\n\"}",
            Instant.parse("2026-03-29T02:30:00.123456Z"),
            "req \"1\" ü",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    StreamEntry bare = new StreamEntry(full.jobId(), MAIL, "t", 1, 0, false, "", null, null, null);
    stream().publish(List.of(new Publication(full, null), new Publication(bare, null)));

    assertThat(read(stream(), MAIL, "a")).extracting(Delivery::entry).containsExactly(full, bare);
  }

  @Test
  default void aReplacedEntryIsSettledWhetherPendingOrUnread() {
    EntryId pending = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");
    EntryId unread = publish(stream(), MAIL, 2);

    List<EntryId> news =
        stream()
            .publish(
                List.of(
                    new Publication(entry(MAIL, 1), pending),
                    new Publication(entry(MAIL, 2), unread)));

    assertThat(stream().depth(MAIL)).isEqualTo(2);
    assertThat(stream().alive(MAIL, List.of(pending, unread))).isEmpty();
    assertThat(ids(read(stream(), MAIL, "b"))).isEqualTo(news);
    passIdle(idle());
    assertThat(ids(reclaim(this, "b"))).isEqualTo(news);
  }

  @Test
  default void replacingWhatIsGoneOnlyPublishes() {
    EntryId settled = publish(stream(), MAIL, 1);
    stream().settle(MAIL, List.of(settled));

    List<EntryId> news = stream().publish(List.of(new Publication(entry(MAIL, 1), settled)));

    assertThat(ids(read(stream(), MAIL, "a"))).isEqualTo(news);
  }

  @Test
  default void depthCountsWhatIsNotSettled() {
    List<EntryId> published = publish(stream(), MAIL, 1, 3);
    publish(stream(), REPORTS, 4);
    stream().read(MAIL, "a", 1, Duration.ZERO);
    assertThat(stream().depth(MAIL)).isEqualTo(3);

    stream().settle(MAIL, published.subList(0, 2));

    assertThat(stream().depth(MAIL)).isEqualTo(1);
    assertThat(stream().depth(REPORTS)).isEqualTo(1);
    assertThat(stream().depth("never_used")).isZero();
  }
}
