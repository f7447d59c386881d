package dev.stagedoor.model;

import dev.stagedoor.model.Worker.Interrupt;

/** How a run ends: what its handler returned or threw, against what we know of it. */
final class Endings {
  private final Scenario scenario;

  Endings(Scenario scenario) {
    this.scenario = scenario;
  }

  /**
   * The handler is back.
   *
   * @param thrown what its exception asks for; {@link Outcome#NONE} if it has returned
   */
  void ended(Worker worker, Outcome thrown) {
    worker.place = Place.OVER;
    worker.late = false;
    worker.claimedLate = false;
    if (thrown == Outcome.NONE && believedAnyway(worker)) {
      worker.offer(Outcome.COMPLETE);
    } else if (worker.interrupt == Interrupt.NONE) {
      worker.offer(judged(worker, thrown));
    } else if (worker.interrupt == Interrupt.TIME_OUT && !scenario.holds(Rule.WATCHDOG_WRITES)) {
      worker.offer(Outcome.FAIL);
    } else if (worker.interrupt == Interrupt.SUPERSEDED || worker.outcome == Outcome.NONE) {
      worker.letGo();
    }
  }

  private boolean believedAnyway(Worker worker) {
    return !scenario.holds(Rule.INTERRUPTED_IS_NOT_DONE) && worker.interrupt != Interrupt.NONE;
  }

  private Outcome judged(Worker worker, Outcome thrown) {
    boolean returned = thrown == Outcome.NONE;
    if (worker.superseded) {
      return Outcome.SETTLE;
    }
    if (!returned) {
      return thrown;
    }
    return worker.forbidden ? Outcome.LATER : Outcome.COMPLETE;
  }
}
