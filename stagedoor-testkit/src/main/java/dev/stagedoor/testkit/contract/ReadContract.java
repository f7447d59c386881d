package dev.stagedoor.testkit.contract;

import static dev.stagedoor.testkit.contract.Entries.MAIL;
import static dev.stagedoor.testkit.contract.Entries.NEVER;
import static dev.stagedoor.testkit.contract.Entries.REPORTS;
import static dev.stagedoor.testkit.contract.Entries.ids;
import static dev.stagedoor.testkit.contract.Entries.publish;
import static dev.stagedoor.testkit.contract.Entries.read;
import static dev.stagedoor.testkit.contract.Entries.reclaim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What reading and settling promise: one consumer an entry, pending until settled. */
interface ReadContract extends StreamFixture {
  @Test
  default void C06_aReadEntryIsPendingAndNotReadAgain() {
    EntryId entry = publish(stream(), MAIL, 1);

    List<Delivery> first = read(stream(), MAIL, "a");

    assertThat(ids(first)).containsExactly(entry);
    assertThat(first.get(0).reclaimedFrom()).isNull();
    assertThat(read(stream(), MAIL, "a")).isEmpty();
    assertThat(read(stream(), MAIL, "b")).isEmpty();
    assertThat(stream().depth(MAIL)).isEqualTo(1);
    passIdle(idle());
    assertThat(ids(reclaim(this, "b"))).containsExactly(entry);
  }

  @Test
  default void aReadTakesTheOldestAndNoMoreThanAsked() {
    List<EntryId> published = publish(stream(), MAIL, 1, 5);

    assertThat(ids(stream().read(MAIL, "a", 2, Duration.ZERO))).isEqualTo(published.subList(0, 2));
    assertThat(ids(stream().read(MAIL, "b", 9, Duration.ZERO))).isEqualTo(published.subList(2, 5));
  }

  @Test
  default void queuesAreApart() {
    EntryId mail = publish(stream(), MAIL, 1);
    EntryId report = publish(stream(), REPORTS, 2);

    assertThat(ids(read(stream(), REPORTS, "a"))).containsExactly(report);
    stream().settle(REPORTS, List.of(mail)); // of another queue: passed over
    assertThat(ids(read(stream(), MAIL, "a"))).containsExactly(mail);
  }

  @Test
  default void eachEntryGoesToOneOfManyReaders() throws Exception {
    List<EntryId> published = publish(stream(), MAIL, 1, 400);
    List<Callable<List<EntryId>>> readers = new ArrayList<>();
    for (JobStream client : clients(8)) {
      String consumer = "reader-" + readers.size();
      readers.add(() -> readUntilEmpty(client, consumer));
    }

    List<EntryId> all = Race.run(readers).stream().flatMap(List::stream).toList();

    assertThat(all).containsExactlyInAnyOrderElementsOf(published);
  }

  private static List<EntryId> readUntilEmpty(JobStream client, String consumer) {
    List<EntryId> mine = new ArrayList<>();
    List<Delivery> more = client.read(MAIL, consumer, 3, Duration.ZERO);
    while (!more.isEmpty()) {
      mine.addAll(ids(more));
      more = client.read(MAIL, consumer, 3, Duration.ZERO);
    }
    return mine;
  }

  @Test
  default void anEmptyQueueIsWaitedForNoLongerThanAsked() {
    assertThat(stream().read(MAIL, "a", 1, Duration.ofMillis(20))).isEmpty();
    assertThatThrownBy(() -> stream().read(MAIL, "a", 1, Duration.ofSeconds(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT2S")
        .hasMessageContaining("PT1S");
    assertThatThrownBy(() -> stream().read(MAIL, "a", 0, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  default void aWaitingReaderIsWokenByAnEntry() throws Exception {
    int rounds = 10;
    long begun = System.nanoTime();
    for (int round = 1; round <= rounds; round++) {
      CompletableFuture<List<Delivery>> reader = WaitingReader.start(stream(), MAIL, "a", 10);
      EntryId entry = publish(stream(), MAIL, round);
      assertThat(ids(reader.get(10, TimeUnit.SECONDS))).containsExactly(entry);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .as("woken rather than found when the wait was over")
        .isLessThan(JobStream.LONGEST_BLOCK.multipliedBy(rounds).dividedBy(2));
  }

  @Test
  default void settledEntriesAreGoneAndSettlingIsIdempotent() {
    List<EntryId> published = publish(stream(), MAIL, 1, 3);
    read(stream(), MAIL, "a");

    stream().settle(MAIL, published.subList(0, 2));
    stream().settle(MAIL, published.subList(0, 2));
    stream().settle(MAIL, List.of());

    assertThat(stream().depth(MAIL)).isEqualTo(1);
    passIdle(idle());
    assertThat(ids(reclaim(this, "b"))).containsExactly(published.get(2));
  }

  @Test
  default void anEntryThatNobodyHasReadCanBeSettled() {
    List<EntryId> published = publish(stream(), MAIL, 1, 2);

    stream().settle(MAIL, published.subList(0, 1));

    assertThat(ids(read(stream(), MAIL, "a"))).containsExactly(published.get(1));
    assertThat(stream().reclaim(MAIL, "b", NEVER, 10)).isEmpty();
  }

  @Test
  default void manyEntriesAreSettledAtOnce() {
    List<EntryId> published = publish(stream(), MAIL, 1, 3_000);

    stream().settle(MAIL, published);

    assertThat(stream().depth(MAIL)).isZero();
    assertThat(stream().alive(MAIL, published)).isEmpty();
  }
}
