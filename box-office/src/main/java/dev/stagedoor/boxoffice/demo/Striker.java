package dev.stagedoor.boxoffice.demo;

import dev.stagedoor.boxoffice.process.Child;
import dev.stagedoor.boxoffice.process.Deadline;
import dev.stagedoor.boxoffice.process.Pause;
import dev.stagedoor.boxoffice.process.Poll;
import dev.stagedoor.job.Windows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Places one fault at a time. Each begins with its order being placed, and is over when its effect
 * was seen: a second run or delivery of the job that it struck. Belongs to the demo's thread.
 *
 * <pre>
 * killed          the job waits in a worker between its work and the acknowledgement; SIGKILL;
 *                 another worker takes its entry over
 * slow            SIGSTOP of the worker that has the job; another one takes the entry over and
 *                 begins; SIGCONT
 * published twice the relay waits between publishing and marking, and the worker before its run;
 *                 SIGKILL of the relay; the next one publishes again; both runs go at once
 * timeout         the provider does the work and holds its answer past the send time-out
 * Redis wiped     the job waits before its run; wipe; the relay publishes it again; both go at once
 * </pre>
 */
final class Striker {
  private static final Duration ASK = Duration.ofMillis(20);

  private final Crew crew;
  private final Board board;
  private final SandboxAdmin sandbox;
  private final Shop shop;
  private final Runnable wipe;
  private final Windows windows;
  private final Deadline deadline;

  Striker(
      Crew crew,
      Board board,
      SandboxAdmin sandbox,
      Shop shop,
      Runnable wipe,
      Windows windows,
      Deadline deadline) {
    this.crew = crew;
    this.board = board;
    this.sandbox = sandbox;
    this.shop = shop;
    this.wipe = wipe;
    this.windows = windows;
    this.deadline = deadline;
  }

  /** Places the order and strikes; false if no second run came of it. */
  boolean strike(Spot spot, PlannedOrder order) throws IOException, InterruptedException {
    arm(spot, shop.requestOf(order));
    try {
      shop.place(order);
      String job = struckJob(spot, order);
      return job != null && board.await(() -> board.again(spot.kind(), job), patience());
    } finally {
      crew.disarm();
      sandbox.clearFaults();
    }
  }

  private void arm(Spot spot, String request) throws InterruptedException {
    String type = spot.job().type();
    if (spot.boundary() == Boundary.PUBLISHED) {
      crew.arm(request, type, Boundary.PUBLISHED, Boundary.STARTED);
    } else {
      crew.arm(request, type, spot.boundary());
    }
  }

  private @Nullable String struckJob(Spot spot, PlannedOrder order)
      throws IOException, InterruptedException {
    Board.Arrival first = board.nextArrival(patience());
    if (first == null) {
      return null;
    }
    boolean struck =
        switch (spot) {
          case RENDER_RETURNED, COUNT_COMPLETED, COUNT_RETURNED -> kill(first);
          case MAIL_ACCEPTED -> killWhileAnswerIsHeld(first, order);
          case RENDER_STARTED, COUNT_STARTED -> slow(first);
          case MAIL_UNDER_WAY -> slowWhileSending(first, order);
          case COUNT_PUBLISHED, RENDER_PUBLISHED, MAIL_PUBLISHED -> publishTwice(first);
          case MAIL_UNANSWERED -> holdAnswer(first, order);
          case RENDER_WIPED, COUNT_WIPED, MAIL_WIPED -> wipe(first);
        };
    return struck ? first.job() : null;
  }

  private boolean kill(Board.Arrival first) {
    Child worker = first.child();
    board.struck(FaultKind.KILLED, worker.consumers());
    crew.killWorker(worker);
    crew.disarm(); // after the kill, or its job would go on; the twin must not wait
    return true;
  }

  private boolean killWhileAnswerIsHeld(Board.Arrival first, PlannedOrder order)
      throws IOException, InterruptedException {
    String reference = shop.publicIdOf(order);
    sandbox.holdReply(reference, windows.staleAfter());
    crew.go(first);
    return awaitSandbox(() -> accepted(reference) > 0) && kill(first);
  }

  private boolean slow(Board.Arrival first) throws IOException, InterruptedException {
    board.struck(FaultKind.SLOW, first.child().consumers());
    try (Pause stopped = Pause.of(first.child().pid())) {
      return board.nextArrival(patience()) != null;
    }
  }

  /** The twin runs while the first request is still under way at the provider. */
  private boolean slowWhileSending(Board.Arrival first, PlannedOrder order)
      throws IOException, InterruptedException {
    String reference = shop.publicIdOf(order);
    sandbox.delay(reference, patience());
    int before = requests(reference);
    crew.go(first);
    if (!awaitSandbox(() -> requests(reference) > before)) {
      return false;
    }
    board.struck(FaultKind.SLOW, first.child().consumers());
    try (Pause stopped = Pause.of(first.child().pid())) {
      Board.Arrival twin = board.nextArrival(patience());
      if (twin == null) {
        return false;
      }
      int returned = board.returned(first.job());
      crew.go(twin);
      return board.await(() -> board.returned(first.job()) > returned, patience());
    }
  }

  private boolean publishTwice(Board.Arrival first) throws InterruptedException {
    Board.Arrival published = first;
    boolean started = false;
    while (published != null && published.at() != Boundary.PUBLISHED) {
      started = true;
      published = board.nextArrival(patience());
    }
    if (published == null) {
      return false;
    }
    board.struckAll(FaultKind.PUBLISHED_TWICE);
    crew.killRelay();
    crew.awaitReady(); // its start may take longer than a fault
    return awaitStarts(started ? 1 : 2);
  }

  private boolean awaitStarts(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      if (board.nextArrival(patience()) == null) {
        return false;
      }
    }
    return true;
  }

  private boolean holdAnswer(Board.Arrival first, PlannedOrder order)
      throws IOException, InterruptedException {
    board.struckJob(FaultKind.TIMEOUT, first.job());
    sandbox.holdReply(shop.publicIdOf(order), windows.sendTimeout().multipliedBy(3));
    crew.disarm();
    return true;
  }

  private boolean wipe(Board.Arrival first) throws InterruptedException {
    board.struckAll(FaultKind.REDIS_WIPED);
    wipe.run();
    return awaitStarts(1);
  }

  private int accepted(String reference) {
    return count(reference, "accepted");
  }

  private int requests(String reference) {
    return count(reference, "requests");
  }

  private int count(String reference, String what) {
    try {
      return sandbox.counts().path("mails").path(reference).path(what).intValue(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private boolean awaitSandbox(BooleanSupplier holds) throws InterruptedException {
    return Poll.until(holds, ASK, patience());
  }

  /** How long a fault may take to show. */
  private Duration patience() {
    return deadline.atMost(windows.reclaim().multipliedBy(4).plusSeconds(8));
  }
}
