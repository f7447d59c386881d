package dev.stagedoor.model;

import dev.stagedoor.model.Effects.Key;
import dev.stagedoor.model.Model.Kind;
import dev.stagedoor.model.Model.Steps;
import dev.stagedoor.model.Scenario.Trait;

/** Claim, send, mark: an effect at a provider that knows keys for some time. */
final class Claims extends Part {
  private final Endings endings;
  private final Handlers handlers;

  Claims(World world, Endings endings, Handlers handlers) {
    super(world);
    this.endings = endings;
    this.handlers = handlers;
  }

  @Override
  void from(State state, Steps<State> out) {
    for (int w = 0; w < state.workers.length; w++) {
      Worker worker = state.workers[w];
      if (!world.acts(state, w, worker.stopped) || worker.hangs) {
        continue;
      }
      switch (worker.place) {
        case CLAIM -> {
          if (scenario.has(Trait.HOPELESS)) {
            hopeless(state, w, out);
          } else {
            claim(state, w, out);
          }
        }
        case SEND -> send(state, w, out);
        case SENT -> markDone(state, w, out);
        default -> {}
      }
    }
  }

  private void hopeless(State state, int w, Steps<State> out) {
    if (!world.mayEnd(state.workers[w])) {
      return;
    }
    State next = state.copy();
    endings.ended(next.workers[w], Outcome.FAIL);
    progress(out, "the handler of $w throws, as always", w, 0, next);
  }

  // ---- claim

  private void claim(State state, int w, Steps<State> out) {
    Effects effects = state.effects;
    if (effects.done) {
      State next = state.copy();
      next.workers[w].place = Place.RETURN;
      progress(out, "$w finds the effect done", w, 0, next);
    } else if (!world.isWanted(state, state.workers[w]) && holds(Rule.EFFECT_ASKS_THE_ROW)) {
      handlers.superseded(state, w, out);
    } else if (effects.isHeld()) {
      String held = "$w finds the claim held elsewhere";
      thrownOrSwallowed(Kind.PROGRESS, state, w, held, Outcome.LATER, Rule.HELD_IS_NOT_DONE, out);
    } else if (isTooLate(effects.key)) {
      State next = state.copy();
      endings.ended(next.workers[w], Outcome.PARK);
      progress(out, "$w finds the effect unknown, and the key's life over", w, 0, next);
    } else {
      State next = state.copy();
      take(next, w);
      next.workers[w].place = Place.SEND;
      progress(out, "$w claims the effect", w, 0, next);
      loseReply(state, w, out);
    }
  }

  private boolean isTooLate(Key key) {
    return key == Key.FORGOTTEN || (key == Key.ENDING && holds(Rule.TIME_LEFT_TO_SEND));
  }

  private static void take(State next, int w) {
    Handlers.began(next, next.row(next.workers[w]));
    for (int other = 0; other < next.workers.length; other++) {
      if (other != w && next.workers[other].freshClaim) {
        next.breaks(Property.TWO_OWNERS);
      }
    }
    next.workers[w].claimedLate = next.effects.key == Key.ENDING;
    next.effects.claimedBy(w);
    next.workers[w].freshClaim = true;
  }

  private void loseReply(State state, int w, Steps<State> out) {
    if (state.has(Fault.LOSE_REPLY)) {
      State claimed = spend(state, Fault.LOSE_REPLY);
      take(claimed, w);
      String text = "$w claims the effect, and the reply is lost";
      thrownOrSwallowed(
          Kind.FAULT, claimed, w, text, Outcome.FAIL, Rule.LOST_CLAIM_IS_NOT_DONE, out);
    }
  }

  /** The handler throws on what it was told, or swallows it and returns. */
  private void thrownOrSwallowed(
      Kind kind, State state, int w, String text, Outcome thrown, Rule forbids, Steps<State> out) {
    State throwing = state.copy();
    endings.ended(throwing.workers[w], thrown);
    out.step(kind, text, w, 0, throwing);
    State swallowing = state.copy();
    swallowing.workers[w].forbidden = holds(forbids);
    swallowing.workers[w].late = false;
    swallowing.workers[w].claimedLate = false;
    swallowing.workers[w].place = Place.RETURN;
    out.step(kind, text + "; its handler swallows that", w, 0, swallowing);
  }

  // ---- send

  private void send(State state, int w, Steps<State> out) {
    if (state.workers[w].late && holds(Rule.KEY_IN_TIME)) {
      State next = state.copy();
      release(next, w);
      String text = "$w has claimed too long ago, sends nothing and releases";
      thrownOrSwallowed(
          Kind.PROGRESS, next, w, text, Outcome.FAIL, Rule.UNREPORTED_IS_UNKNOWN, out);
      return;
    }
    State next = state.copy();
    next.effects.arrive();
    requireOneAccepted(next);
    next.workers[w].place = Place.SENT;
    next.workers[w].late = false;
    next.workers[w].claimedLate = false;
    progress(out, "$w sends", w, 0, next);
    if (state.has(Fault.ERROR)) {
      fail(state, w, out);
    }
  }

  private static void requireOneAccepted(State next) {
    if (next.effects.accepted > 1) {
      next.breaks(Property.SENT_TWICE);
    }
  }

  private void fail(State state, int w, Steps<State> out) {
    State arrived = spend(state, Fault.ERROR);
    arrived.effects.arrive();
    requireOneAccepted(arrived);
    release(arrived, w);
    Rule unknown = Rule.UNREPORTED_IS_UNKNOWN;
    String heard = "$w sends, and hears nothing";
    thrownOrSwallowed(Kind.FAULT, arrived, w, heard, Outcome.FAIL, unknown, out);
    State lost = spend(state, Fault.ERROR);
    release(lost, w);
    String text = "the request of $w is lost on its way";
    thrownOrSwallowed(Kind.FAULT, lost, w, text, Outcome.FAIL, unknown, out);
    State notSent = spend(state, Fault.ERROR);
    release(notSent, w);
    endings.ended(notSent.workers[w], Outcome.FAIL);
    fault(out, "$w reports that nothing was sent", w, 0, notSent);
  }

  private void release(State next, int w) {
    next.workers[w].freshClaim = false;
    Effects effects = next.effects;
    if (effects.owner == w || !holds(Rule.RELEASE_IS_FENCED)) {
      effects.release();
      if (!holds(Rule.FIRST_TRY_STAYS)) {
        effects.key = Key.NOT_TRIED;
      }
    }
  }

  private void markDone(State state, int w, Steps<State> out) {
    State next = state.copy();
    boolean owner = state.effects.owner == w;
    if (owner || holds(Rule.SENT_IS_NOT_FENCED)) {
      next.effects.done = true;
      next.effects.release();
      for (Worker worker : next.workers) {
        worker.freshClaim = false;
      }
    }
    next.workers[w].freshClaim = false;
    next.workers[w].place = Place.RETURN;
    progress(
        out, owner ? "$w marks it done" : "$w, whose claim went stale, marks it done", w, 0, next);
  }
}
