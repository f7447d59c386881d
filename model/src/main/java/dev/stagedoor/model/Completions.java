package dev.stagedoor.model;

import dev.stagedoor.model.Row.Stands;

/** The completion of a job that is wanted, and what must be true by then. */
final class Completions {
  private final World world;

  Completions(World world) {
    this.world = world;
  }

  void complete(State next, int job) {
    Row row = next.rows[job];
    Handler handler = world.scenario().jobs().get(job);
    require(next, row, job, handler);
    if (row.again) {
      row.again = false;
      row.failures = 0;
      row.round += handler == Handler.COPY_AND_ENQUEUE ? 1 : 0;
      if (world.scenario().holds(Rule.AGAIN_FORGETS_STEPS)) {
        row.recorded = false;
        row.childRecorded = false;
      }
      world.rewrite(next, job, true);
    } else {
      world.end(next, job, Stands.COMPLETED);
      if (handler.isKeyed() && next.effects.copied != next.effects.newest) {
        next.breaks(Property.CHANGE_SWALLOWED);
      }
    }
  }

  private static void require(State next, Row row, int job, Handler handler) {
    Effects effects = next.effects;
    boolean done =
        switch (handler) {
          case ONCE_THEN_SEND -> row.applied > 0 && effects.accepted > 0;
          case HANDLE_ONCE -> row.applied > 0;
          case ENQUEUE_CHILD -> next.rows[job + 1].stands != Stands.NOT_YET;
          case COPY -> effects.copied > 0;
          case COPY_AND_ENQUEUE -> next.rows[job + 1 + row.round].stands != Stands.NOT_YET;
        };
    if (!done) {
      next.breaks(Property.NOT_DONE);
    } else if (handler == Handler.ONCE_THEN_SEND && !effects.done) {
      next.breaks(Property.NOT_RECORDED);
    }
  }
}
