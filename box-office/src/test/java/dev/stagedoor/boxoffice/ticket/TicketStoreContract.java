package dev.stagedoor.boxoffice.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every ticket store must do. */
abstract class TicketStoreContract {
  private static final int PUTS = 32;
  private static final int SIZE = 256 * 1024;

  private final TicketKey key = TicketKey.ofOrder(UUID.randomUUID());

  /** A store that opens the same objects each time it is called, as another process would. */
  abstract TicketStore open() throws IOException;

  @Test
  void nothingLiesUnderAKeyThatWasNeverPut() throws Exception {
    assertThat(open().get(key)).isEmpty();
  }

  @Test
  void theFirstPutWins() throws Exception {
    assertThat(open().putIfAbsent(key, bytes(1))).isEqualTo(TicketStore.Put.STORED);
    assertThat(open().putIfAbsent(key, bytes(2))).isEqualTo(TicketStore.Put.EXISTING);
    assertThat(open().putIfAbsent(key, bytes(1))).isEqualTo(TicketStore.Put.EXISTING);

    assertThat(open().get(key)).contains(bytes(1));
  }

  @Test
  void countsObjectsAndNothingElse() throws Exception {
    long before = open().count();
    open().putIfAbsent(key, bytes(1));
    open().putIfAbsent(key, bytes(2));
    open().putIfAbsent(new TicketKey(key.value() + ".b/c"), bytes(3));

    assertThat(open().count()).isEqualTo(before + 2);
  }

  @Test
  void anEmptyObjectIsAnObject() throws Exception {
    open().putIfAbsent(key, new byte[0]);

    assertThat(open().putIfAbsent(key, bytes(1))).isEqualTo(TicketStore.Put.EXISTING);
    assertThat(open().get(key)).contains(new byte[0]);
  }

  @Test
  void ofManyPutsAtOnceOneWinsAndAllSeeItWhole() throws Exception {
    CyclicBarrier start = new CyclicBarrier(PUTS);
    List<Callable<TicketStore.Put>> puts = new ArrayList<>();
    for (int i = 0; i < PUTS; i++) {
      byte own = (byte) (i + 1);
      puts.add(() -> putAndRead(start, own));
    }

    assertThat(answers(puts)).containsOnlyOnce(TicketStore.Put.STORED).hasSize(PUTS);
  }

  private TicketStore.Put putAndRead(CyclicBarrier start, byte own) throws Exception {
    TicketStore store = open();
    start.await();
    TicketStore.Put put = store.putIfAbsent(key, bytes(own));
    byte[] read = store.get(key).orElseThrow();
    assertThat(read).isEqualTo(bytes(read[0]));
    assertThat(put == TicketStore.Put.STORED).isEqualTo(read[0] == own);
    return put;
  }

  @Test
  void aReaderNeverMeetsHalfAnObject() throws Exception {
    for (int round = 0; round < 20; round++) {
      TicketKey next = TicketKey.ofOrder(UUID.randomUUID());
      CyclicBarrier start = new CyclicBarrier(2);
      answers(
          List.of(
              () -> {
                start.await();
                return open().putIfAbsent(next, bytes(7));
              },
              () -> {
                TicketStore store = open();
                start.await();
                byte[] read = null;
                while (read == null) {
                  read = store.get(next).orElse(null);
                }
                assertThat(read).isEqualTo(bytes(7));
                return TicketStore.Put.EXISTING;
              }));
    }
  }

  private static List<TicketStore.Put> answers(List<Callable<TicketStore.Put>> calls)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<TicketStore.Put> answers = new ArrayList<>();
      for (Future<TicketStore.Put> call : threads.invokeAll(calls)) {
        answers.add(call.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }

  static byte[] bytes(int fill) {
    byte[] bytes = new byte[SIZE];
    Arrays.fill(bytes, (byte) fill);
    return bytes;
  }
}
