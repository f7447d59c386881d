package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.fakes.ModelProvider;
import dev.stagedoor.testkit.world.Clients;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.world.WrongUse;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plays one interleaving after the other: puts the rows back, lets the runs go, counts, and judges.
 *
 * <p>For the thread that explores.
 */
final class Player {
  private final Setting setting;
  private final Map<String, Long> before = new HashMap<>();
  private final Map<Class<?>, Object> models = new HashMap<>();
  private final Patience patience = new Patience();

  Player(Setting setting) {
    this.setting = setting;
  }

  Trace play(Interleaving start, Chooser chooser) throws Exception {
    try (Played played = new Played(chooser, false)) {
      return played.from(start);
    }
  }

  /** One run by itself, looked at before and after each effect. */
  Trace alone() throws Exception {
    try (Played played = new Played(Exactly.NOTHING, true)) {
      return played.from(new Interleaving(1, false, List.of()));
    }
  }

  /** Delivers again what a killed process has left. */
  Trace after(Death death) throws Exception {
    try (Played played = new Played(Exactly.NOTHING, false)) {
      return played.after(death);
    }
  }

  /** One of them. */
  private final class Played implements AutoCloseable {
    private final Clients clients;
    private final World outside;
    private final Map<String, Long> atStart;
    private final @Nullable UnseenProbe probe;
    private final Playing playing;

    Played(Chooser chooser, boolean probing) throws Exception {
      setting.scene().putBack();
      clients = new Clients(setting.subject().clients(), setting.scene().clock().instants());
      requireNewModels();
      outside = setting.scene().outside(clients);
      atStart = counts();
      probe =
          probing
              ? new UnseenProbe(setting.subject().effects(), outside, setting.scene().side())
              : null;
      playing =
          new Playing(
              setting, patience, probe == null ? Stage.Probe.NONE : probe, clients, chooser);
    }

    private void requireNewModels() {
      for (Clients.Declared each : setting.subject().clients()) {
        Object model = clients.behind(each.type());
        if (model instanceof ModelProvider && models.put(each.type(), model) == model) {
          throw new WrongUse(
              ".client("
                  + each.type().getSimpleName()
                  + ".class, …) gives the same model again: make a new one each time, "
                  + model.getClass().getSimpleName()
                  + "::new, since each interleaving begins with a provider that knows nothing");
        }
      }
    }

    Trace from(Interleaving start) throws Exception {
      boolean complete = playing.explored(start);
      requireRightUse();
      Map<String, Long> grown = complete ? grownInTheEnd() : Map.of();
      playing.end();
      if (probe != null) {
        probed(probe);
      }
      return playing.trace(start, grown, complete);
    }

    private Map<String, Long> grownInTheEnd() throws Exception {
      Map<String, Long> asOneMessage = playing.mayBeGone() ? failingAsOneMessage() : null;
      if (asOneMessage != null) {
        return asOneMessage;
      }
      playing.untilQuiet();
      playing.end();
      return judged();
    }

    /** What there is if nobody comes again; null if that is as it should be. */
    private @Nullable Map<String, Long> failingAsOneMessage() throws Exception {
      Map<String, Long> grown = judged();
      List<Verdict> failing =
          playing.stage().findings().stream()
              .map(Finding::verdict)
              .filter(verdict -> !setting.subject().allowed().containsKey(verdict))
              .toList();
      if (failing.contains(Verdict.LOST) || failing.contains(Verdict.STUCK)) {
        playing.stage().note("acknowledged: if it was one message, it does not come again");
      }
      return failing.isEmpty() ? null : grown;
    }

    Trace after(Death death) throws Exception {
      playing.bury(death);
      playing.untilQuiet();
      return playing.trace(new Interleaving(1, false, List.of()), judged(), true);
    }

    /** What the test got wrong is no verdict on the handler. */
    private void requireRightUse() {
      WrongUse wrong = clients.wrong();
      for (Run run : playing.stage().runs()) {
        for (Throwable t = run.failure(); t != null && wrong == null; t = t.getCause()) {
          wrong = t instanceof WrongUse use ? use : null;
        }
      }
      if (wrong != null) {
        throw wrong;
      }
    }

    /** By how much each effect has grown; nothing is known of what hangs. */
    private Map<String, Long> judged() throws Exception {
      if (playing.stage().isHung()) {
        return Map.of();
      }
      Map<String, Long> after = Effect.counts(setting.subject().effects(), outside);
      Map<String, Long> grown = Judge.grown(atStart, after);
      new Judge(playing.stage(), setting.subject(), setting.scene(), clients)
          .judge(outside, grown, playing.rest());
      return grown;
    }

    private void probed(UnseenProbe looked) {
      Stage stage = playing.stage();
      if (!stage.isHung()) {
        Judge.boundaries(stage);
      }
      looked.ended();
      looked.findings().forEach(stage::find);
    }

    /** What is put back before each interleaving needs to be counted once. */
    private Map<String, Long> counts() throws Exception {
      Map<String, Long> counts = new LinkedHashMap<>();
      for (Effect effect : setting.subject().effects()) {
        Long known = effect.isPutBack() ? before.get(effect.name()) : null;
        counts.put(effect.name(), known == null ? effect.counted(outside) : known);
      }
      before.putAll(counts);
      return counts;
    }

    @Override
    public void close() throws Exception {
      playing.end();
    }
  }
}
