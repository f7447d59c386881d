package dev.stagedoor.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.JobId;
import dev.stagedoor.loop.Ids;
import dev.stagedoor.loop.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What only this stream promises; the rest is in the contract suite of the test kit. */
class LocalStreamTest {
  private final LocalStream stream = LocalStream.inThisProcess();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    stream.close();
    threads.shutdownNow();
  }

  @Test
  void aNameBelongsToOneStreamAndIsNotUsedAgain() {
    List<UUID> ids = List.of(new UUID(0, 1), new UUID(0, 2), new UUID(0, 3));
    var source = ids.iterator();
    LocalStream one = LocalStream.inThisProcess(Ticker.SYSTEM, source::next);
    LocalStream other = LocalStream.inThisProcess(Ticker.SYSTEM, source::next);
    String before = one.name();

    one.rename();

    assertThat(List.of(before, other.name(), one.name()))
        .containsExactly("local:" + ids.get(0), "local:" + ids.get(1), "local:" + ids.get(2));
    assertThat(LocalStream.inThisProcess(Ticker.SYSTEM, Ids.RANDOM).inProcess()).isTrue();
  }

  @Test
  void entryIdsAreNotUsedAgainAfterALoss() {
    EntryId before = publish("mail", 1);
    stream.wipe();
    EntryId between = publish("mail", 1);
    stream.rename();

    assertThat(List.of(before, between, publish("mail", 1))).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aWaitingReaderIsWokenByWhatIsPublishedAfterALossAndARename() throws Exception {
    CompletableFuture<List<Delivery>> reader = waitingReader("mail");

    stream.wipe();
    stream.rename();
    EntryId entry = publish("mail", 1);

    assertThat(reader.get(10, TimeUnit.SECONDS))
        .extracting(Delivery::entryId)
        .containsExactly(entry);
  }

  @Test
  void oneBatchWakesAsManyWaitingReadersAsItFeeds() throws Exception {
    isFasterThanWaiting(
        () -> {
          List<CompletableFuture<List<Delivery>>> readers =
              List.of(waitingReader("mail"), waitingReader("mail"), waitingReader("mail"));
          stream.publish(
              List.of(publication("mail", 1), publication("mail", 2), publication("mail", 3)));
          for (CompletableFuture<List<Delivery>> reader : readers) {
            assertThat(reader.get(10, TimeUnit.SECONDS)).hasSize(1);
          }
        });
  }

  @Test
  void closingWakesWaitingReaders() throws Exception {
    isFasterThanWaiting(
        () -> {
          LocalStream other = LocalStream.inThisProcess();
          CompletableFuture<List<Delivery>> reader = waitingReader(other, "mail");
          other.close();
          assertThat(reader).failsWithin(Duration.ofSeconds(10));
        });
  }

  private interface Round {
    void run() throws Exception;
  }

  /**
   * Whoever is not woken finds what there is when the wait is over, and passes but for the time.
   */
  private static void isFasterThanWaiting(Round round) throws Exception {
    int rounds = 6;
    long begun = System.nanoTime();
    for (int n = 1; n <= rounds; n++) {
      round.run();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isLessThan(JobStream.LONGEST_BLOCK.multipliedBy(rounds).dividedBy(2));
  }

  @Test
  void anInterruptEndsTheWaitAndIsNotSwallowed() throws Exception {
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              stream.read("mail", "a", 1, JobStream.LONGEST_BLOCK);
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    reader.start();

    reader.interrupt();

    assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
    reader.join();
  }

  private CompletableFuture<List<Delivery>> waitingReader(String queue) throws Exception {
    return waitingReader(stream, queue);
  }

  /** Reads one entry, and is waiting for it when this returns. */
  private CompletableFuture<List<Delivery>> waitingReader(LocalStream from, String queue)
      throws Exception {
    CompletableFuture<List<Delivery>> read = new CompletableFuture<>();
    CompletableFuture<Thread> started = new CompletableFuture<>();
    threads.execute(
        () -> {
          started.complete(Thread.currentThread());
          try {
            read.complete(from.read(queue, "a", 1, JobStream.LONGEST_BLOCK));
          } catch (StreamUnavailable e) {
            read.completeExceptionally(e);
          }
        });
    Thread thread = started.get(10, TimeUnit.SECONDS);
    while (thread.getState() != Thread.State.TIMED_WAITING && !read.isDone()) {
      Thread.onSpinWait();
    }
    return read;
  }

  private EntryId publish(String queue, int number) {
    return stream.publish(List.of(publication(queue, number))).get(0);
  }

  private static Publication publication(String queue, int number) {
    JobId id = new JobId(new UUID(0, number));
    return new Publication(
        new StreamEntry(id, queue, "t", 1, 0, false, "{}", null, null, null), null);
  }

  @Test
  void idleTimesFollowTheTicker() {
    long[] now = {Long.MAX_VALUE - 10}; // nanoseconds may overflow
    LocalStream ticking = LocalStream.inThisProcess(() -> now[0], Ids.RANDOM);
    ticking.publish(List.of(publication("mail", 1)));
    ticking.read("mail", "a", 1, Duration.ZERO);
    now[0] += 99;
    assertThat(ticking.reclaim("mail", "b", Duration.ofNanos(100), 1)).isEmpty();

    now[0] += 1;

    assertThat(ticking.reclaim("mail", "b", Duration.ofNanos(100), 1)).hasSize(1);
  }
}
