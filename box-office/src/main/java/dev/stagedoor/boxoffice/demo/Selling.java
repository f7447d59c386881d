package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.process.Deadline;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Carries out the plan: fault after fault, and while each of them runs its course, the orders up to
 * the next one. A fault that did not take is placed once more, on a spare order. Belongs to the
 * demo's thread.
 */
final class Selling {
  private static final long LONGEST_GAP_MS = 150;
  private static final long BATCH_MS = 1_500;

  private final Plan plan;
  private final Striker striker;
  private final Shop shop;
  private final Executor buyers;
  private final Progress progress;
  private final Deadline deadline;
  private final Deque<PlannedOrder> spares;
  private final Deque<PlannedOrder> regular;

  Selling(
      Plan plan,
      Striker striker,
      Shop shop,
      Executor buyers,
      Progress progress,
      Deadline deadline) {
    this.plan = plan;
    this.striker = striker;
    this.shop = shop;
    this.buyers = buyers;
    this.progress = progress;
    this.deadline = deadline;
    this.spares = orders(i -> plan.spares().contains(i));
    Set<Integer> struck = plan.faultsByOrder().keySet();
    this.regular = orders(i -> !plan.spares().contains(i) && !struck.contains(i));
  }

  private Deque<PlannedOrder> orders(java.util.function.IntPredicate which) {
    return plan.orders().stream()
        .filter(order -> which.test(order.index()))
        .collect(Collectors.toCollection(ArrayDeque::new));
  }

  /** Places all orders and faults; returns the faults that could not be placed, in words. */
  List<String> run() throws IOException, InterruptedException, SQLException {
    List<String> uncovered = new ArrayList<>();
    plan.unplaced().forEach(spot -> uncovered.add(spot.kind().json() + ": no order left for it"));
    for (PlannedFault fault : plan.faults()) {
      CompletableFuture<Void> batch = buyInBackground(upTo(fault.order()));
      if (deadline.isOver() || !placed(fault)) {
        uncovered.add(fault.spot().kind().json() + ": " + fault.spot().words() + " did not take");
      }
      batch.join();
    }
    Stream.of(regular, spares).forEach(left -> buyInBackground(List.copyOf(left)).join());
    return uncovered;
  }

  private List<PlannedOrder> upTo(int index) {
    List<PlannedOrder> batch = new ArrayList<>();
    while (!regular.isEmpty() && regular.element().index() < index) {
      batch.add(regular.remove());
    }
    return batch;
  }

  private boolean placed(PlannedFault fault)
      throws IOException, InterruptedException, SQLException {
    PlannedOrder order = plan.orders().get(fault.order());
    boolean placed = strike(fault, order);
    while (!placed && !spares.isEmpty() && !deadline.isOver()) {
      order = spares.remove();
      placed = strike(fault, order);
    }
    return placed;
  }

  private boolean strike(PlannedFault fault, PlannedOrder order)
      throws IOException, InterruptedException, SQLException {
    String what =
        "fault %d of %d, %s".formatted(fault.number(), plan.faults().size(), fault.spot().words());
    progress.status(what);
    boolean taken = striker.strike(fault.spot(), order);
    progress.line(what + ": " + shop.nameOf(order) + (taken ? " ran again" : " did not run again"));
    return taken;
  }

  private CompletableFuture<Void> buyInBackground(List<PlannedOrder> batch) {
    return CompletableFuture.runAsync(() -> buy(batch), buyers);
  }

  private void buy(List<PlannedOrder> batch) {
    long gap = Math.min(LONGEST_GAP_MS, BATCH_MS / Math.max(1, batch.size()));
    try {
      for (PlannedOrder order : batch) {
        if (deadline.isOver()) {
          return;
        }
        shop.place(order);
        TimeUnit.MILLISECONDS.sleep(gap);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the demo is being ended
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
