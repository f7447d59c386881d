package dev.stagedoor.model;

import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Row.Stands;

/**
 * What handlers do in transactions: {@code once}, {@code handleOnce}, {@code transaction}. A
 * statement that opens one and its commit are two steps, so anything may happen in between.
 */
final class Handlers extends Part {
  private final Endings endings;
  private final Completions completions;

  Handlers(World world, Endings endings, Completions completions) {
    super(world);
    this.endings = endings;
    this.completions = completions;
  }

  @Override
  void from(State state, Steps<State> out) {
    for (int w = 0; w < state.workers.length; w++) {
      Worker worker = state.workers[w];
      if (!world.acts(state, w, worker.stopped) || worker.hangs) {
        continue;
      }
      switch (worker.place) {
        case ONCE_LOOK -> look(state, w, out);
        case ONCE_LATE -> writeLate(state, w, out);
        case ONCE -> begin(state, w, Place.CLAIM, Place.ONCE_OPEN, out);
        case ONCE_OPEN -> commitOnce(state, w, out);
        case WRITE -> begin(state, w, Place.RETURN, Place.WRITE_OPEN, out);
        case WRITE_OPEN -> commitWrite(state, w, out);
        case COPY -> beginCopy(state, w, out);
        case COPY_OPEN -> commitCopy(state, w, out);
        case WHOLE -> beginWhole(state, w, out);
        case WHOLE_OPEN -> commitWhole(state, w, out);
        case RETURN -> back(state, w, out);
        default -> {}
      }
    }
  }

  // ---- once, and a transaction that enqueues

  private void look(State state, int w, Steps<State> out) {
    State next = state.copy();
    boolean recorded = state.row(state.workers[w]).recorded;
    next.workers[w].place = recorded ? Place.CLAIM : Place.ONCE_LATE;
    String text = recorded ? "$w looks: its step is recorded" : "$w looks: no record of its step";
    progress(out, text, w, 0, next);
  }

  private void writeLate(State state, int w, Steps<State> out) {
    if (refused(state, w, out)) {
      return;
    }
    State next = state.copy();
    apply(next, next.workers[w]);
    next.workers[w].place = Place.CLAIM;
    progress(out, "$w applies its step and writes the record", w, 0, next);
  }

  /** Waits for a twin's open transaction, then is absorbed, refused, or opens its own. */
  private void begin(State state, int w, Place behind, Place open, Steps<State> out) {
    Worker worker = state.workers[w];
    Row row = state.row(worker);
    if (row.recordHeldBy != Row.NOBODY) {
      return;
    }
    if (row.recorded) {
      State next = state.copy();
      next.workers[w].place = behind;
      progress(out, "$w finds its step recorded: absorbed", w, 0, next);
    } else if (!refused(state, w, out)) {
      State next = state.copy();
      next.row(worker).recordHeldBy = w;
      next.workers[w].place = open;
      began(next, next.row(worker));
      progress(out, "$w opens a transaction, its job is live", w, 0, next);
    }
  }

  private void commitOnce(State state, int w, Steps<State> out) {
    State next = state.copy();
    Worker worker = next.workers[w];
    next.row(worker).recordHeldBy = Row.NOBODY;
    apply(next, worker);
    worker.place = Place.CLAIM;
    progress(out, "$w commits its step with the record", w, 0, next);
  }

  private static void apply(State next, Worker worker) {
    Row row = next.row(worker);
    row.recorded = true;
    if (++row.applied > 1) {
      next.breaks(Property.APPLIED_TWICE);
    }
  }

  private void commitWrite(State state, int w, Steps<State> out) {
    State next = state.copy();
    Worker worker = next.workers[w];
    next.row(worker).recordHeldBy = Row.NOBODY;
    enqueueChild(next, next.row(worker), worker.job + 1);
    worker.place = Place.RETURN;
    progress(out, "$w commits what it has written and enqueued", w, 0, next);
  }

  private void enqueueChild(State next, Row parent, int child) {
    if (parent.childRecorded && holds(Rule.CHILD_IS_RECORDED)) {
      return;
    }
    parent.childRecorded = true;
    if (next.rows[child].stands == Stands.NOT_YET) {
      next.rows[child].enqueue();
    } else if (holds(Rule.CHILD_BY_ROUND)) {
      next.breaks(Property.CHILD_TWICE);
    }
  }

  // ---- under a unique key

  private void beginCopy(State state, int w, Steps<State> out) {
    Worker worker = state.workers[w];
    Row row = state.row(worker);
    boolean once = scenario.jobs().get(worker.job) == Handler.COPY;
    if (row.lockedBy != Row.NOBODY || (once && row.recordHeldBy != Row.NOBODY)) {
      return;
    }
    if (once && row.recorded) {
      State next = state.copy();
      next.workers[w].place = Place.RETURN;
      progress(out, "$w finds its step recorded: absorbed", w, 0, next);
    } else if (!refused(state, w, out)) {
      State next = state.copy();
      next.row(worker).recordHeldBy = once ? w : Row.NOBODY;
      next.workers[w].place = Place.COPY_OPEN;
      next.workers[w].seen = state.effects.newest;
      began(next, next.row(worker));
      progress(out, "$w opens a transaction and reads the newest change", w, 0, next);
    }
  }

  private void commitCopy(State state, int w, Steps<State> out) {
    State next = state.copy();
    Worker worker = next.workers[w];
    Row row = next.row(worker);
    if (row.recordHeldBy == w) {
      row.recordHeldBy = Row.NOBODY;
      row.recorded = true;
    }
    next.effects.copied = worker.seen;
    if (row.stands == Stands.COMPLETED && worker.seen != next.effects.newest) {
      next.breaks(Property.CHANGE_SWALLOWED);
    }
    if (scenario.jobs().get(worker.job).hasChildren() && worker.attempt) {
      enqueueChild(next, row, worker.job + 1 + (holds(Rule.CHILD_BY_ROUND) ? row.round : 0));
    }
    worker.seen = 0;
    worker.place = Place.RETURN;
    progress(out, "$w commits what it has copied", w, 0, next);
  }

  // ---- handleOnce

  private void beginWhole(State state, int w, Steps<State> out) {
    Worker worker = state.workers[w];
    if (state.row(worker).recordHeldBy != Row.NOBODY || refused(state, w, out)) {
      return;
    }
    State next = state.copy();
    next.row(worker).recordHeldBy = w;
    next.workers[w].place = Place.WHOLE_OPEN;
    began(next, next.row(worker));
    progress(out, "$w opens a transaction, its job is live", w, 0, next);
  }

  private void commitWhole(State state, int w, Steps<State> out) {
    Worker worker = state.workers[w];
    if (world.isLocked(state, worker.job)) {
      return;
    }
    State next = state.copy();
    Row row = next.row(worker);
    row.recordHeldBy = Row.NOBODY;
    boolean wanted = world.isWanted(next, worker);
    if (wanted) {
      apply(next, worker);
      completions.complete(next, worker.job);
    }
    next.workers[w].place = Place.OVER;
    if (next.workers[w].outcome == Outcome.NONE) {
      next.workers[w].offer(Outcome.SETTLE);
    }
    String text =
        wanted
            ? "$w commits effect, record and completion"
            : "$w cannot complete its job, and rolls back";
    progress(out, text, w, 0, next);
  }

  // ---- all of them

  /** Whether the statement finds that its job is not wanted; the handler may swallow that. */
  private boolean refused(State state, int w, Steps<State> out) {
    if (world.isWanted(state, state.workers[w]) || !holds(Rule.EFFECT_ASKS_THE_ROW)) {
      return false;
    }
    superseded(state, w, out);
    return true;
  }

  void superseded(State state, int w, Steps<State> out) {
    State thrown = state.copy();
    thrown.workers[w].superseded = true;
    endings.ended(thrown.workers[w], Outcome.FAIL);
    progress(out, "$w is told superseded, and throws it on", w, 0, thrown);
    State swallowed = state.copy();
    swallowed.workers[w].superseded = true;
    swallowed.workers[w].place = Place.RETURN;
    progress(out, "$w is told superseded, and swallows it", w, 0, swallowed);
  }

  /** An effect begins now: may it? */
  static void began(State next, Row row) {
    if (row.stands == Stands.CANCELLED
        || row.stands == Stands.DEAD
        || row.stands == Stands.PARKED) {
      next.breaks(Property.INVENTED);
    } else if (row.isLive() && !row.due) {
      next.breaks(Property.BEFORE_DUE);
    }
  }

  private void back(State state, int w, Steps<State> out) {
    if (!world.mayEnd(state.workers[w])) {
      return;
    }
    State next = state.copy();
    endings.ended(next.workers[w], Outcome.NONE);
    progress(out, "the handler of $w returns", w, 0, next);
  }
}
