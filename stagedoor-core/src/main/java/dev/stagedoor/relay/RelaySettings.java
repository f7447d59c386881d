package dev.stagedoor.relay;

import java.time.Duration;

/**
 * How a relay goes about its work. None of it is a guarantee's window: those are in {@link
 * dev.stagedoor.job.Windows}.
 *
 * @param name who wrote the row, as events tell it
 * @param batch rows that one transaction publishes, at most
 * @param batchBytes of payload that one transaction publishes, one row more at most
 * @param ahead entries of a queue that may be on the stream and not settled; two relays that fill
 *     it at the same moment may exceed it by a batch each
 * @param pollShortest the wait after a step that found nothing, doubled each time
 * @param pollLongest where the doubling ends, and how long a relay keeps off after trouble
 * @param publishTimeout how long the stream may take to answer while rows are locked
 */
public record RelaySettings(
    String name,
    int batch,
    int batchBytes,
    int ahead,
    Duration pollShortest,
    Duration pollLongest,
    Duration publishTimeout) {

  /** What production runs with. */
  public static final RelaySettings STANDARD =
      new RelaySettings(
          "relay",
          500,
          4 << 20,
          2_000,
          Duration.ofMillis(5),
          Duration.ofMillis(500),
          Duration.ofMillis(500));

  public RelaySettings {
    positive("batch", batch);
    positive("batchBytes", batchBytes);
    positive("ahead", ahead);
  }

  private static void positive(String what, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(what + " is " + value + ": give 1 or more");
    }
  }

  /** The same under another name. */
  public RelaySettings named(String name) {
    return new RelaySettings(
        name, batch, batchBytes, ahead, pollShortest, pollLongest, publishTimeout);
  }

  /** The same with another batch. */
  public RelaySettings withBatch(int rows) {
    return new RelaySettings(
        name, rows, batchBytes, ahead, pollShortest, pollLongest, publishTimeout);
  }

  /** The same with another bound on what lies in the stream. */
  public RelaySettings withAhead(int entries) {
    return new RelaySettings(
        name, batch, batchBytes, entries, pollShortest, pollLongest, publishTimeout);
  }
}
