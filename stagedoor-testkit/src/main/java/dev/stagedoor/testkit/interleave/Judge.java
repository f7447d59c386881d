package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.fakes.ModelProvider;
import dev.stagedoor.testkit.world.Clients;
import dev.stagedoor.testkit.world.Outcome;
import dev.stagedoor.testkit.world.Scene;
import dev.stagedoor.testkit.world.World;
import dev.stagedoor.testkit.world.WrongUse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Holds what an interleaving did to the world against what it was to do. */
final class Judge {
  private static final Outcome DEADLOCK = Outcome.failed("40P01");
  private final Stage stage;
  private final Subject subject;
  private final Scene scene;
  private final Clients clients;

  Judge(Stage stage, Subject subject, Scene scene, Clients clients) {
    this.stage = stage;
    this.subject = subject;
    this.scene = scene;
    this.clients = clients;
  }

  /**
   * @param grown by how much each effect's count grew
   * @throws Exception what a question of the test throws
   */
  void judge(World outside, Map<String, Long> grown, Rest rest) throws Exception {
    for (Effect effect : subject.effects()) {
      effect(effect, grown.getOrDefault(effect.name(), 0L), rest.completed());
    }
    if (rest.isStuck()) {
      stage.find(Finding.of(Verdict.STUCK, rest.why(), cause(stage)));
    }
    subject.stableKeys().forEach(this::keys);
    deadlocks();
    if (rest.completed()) {
      states(outside);
    }
  }

  /** A handler that touches nothing that is seen cannot be explored. */
  static void boundaries(Stage stage) {
    if (stage.events().stream().allMatch(event -> event.at() == 0)) {
      stage.find(
          Finding.of(
              Verdict.NO_BOUNDARY,
              "the handler ended without a statement, a call of a client or a boundary",
              cause(stage)));
    }
  }

  static Map<String, Long> grown(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> grown = new LinkedHashMap<>();
    after.forEach((name, count) -> grown.put(name, count - before.getOrDefault(name, 0L)));
    return grown;
  }

  private void effect(Effect effect, long grown, boolean completed) {
    long sign = Long.signum(effect.by());
    if (grown * sign > effect.by() * sign) {
      found(Verdict.TWICE, effect, grown, "happened " + times(grown, effect));
    } else if (grown * sign < effect.by() * sign && completed) {
      found(Verdict.LOST, effect, grown, "happened " + times(grown, effect));
    } else if (!effect.query().isEmpty()) {
      hidden(effect, grown);
    }
  }

  private static String signed(long number) {
    return number > 0 ? "+" + number : String.valueOf(number);
  }

  private static String times(long grown, Effect effect) {
    return effect.by() == 1
        ? grown + (grown == 1 ? " time" : " times") + " instead of once"
        : "with " + signed(grown) + " in the end instead of " + signed(effect.by());
  }

  /** A lost update hides a second effect: the value is right, and two runs have written it. */
  private void hidden(Effect effect, long grown) {
    Set<String> tables = scene.tables(effect.query());
    long writers =
        stage.runs().stream()
            .filter(run -> run.committed().stream().anyMatch(tables::contains))
            .count();
    if (writers > 1) {
      found(
          Verdict.TWICE,
          effect,
          writers,
          "was done by "
              + writers
              + " runs, and one update of them is lost (it grew by "
              + grown
              + ")");
    }
  }

  private void found(Verdict verdict, Effect effect, long count, String what) {
    stage.find(
        new Finding(
            verdict,
            "effect \"" + effect.name() + "\" " + what,
            effect.name(),
            effect.kind(),
            count,
            ""));
  }

  /** What the last run that failed threw. */
  private static String cause(Stage stage) {
    List<Run> runs = stage.runs();
    for (int i = runs.size() - 1; i >= 0; i--) {
      Throwable failure = runs.get(i).failure();
      if (failure != null && !runs.get(i).isDead()) {
        return "it threw "
            + failure
            + "\n"
            + Place.of(failure.getStackTrace())
            + (failure.getCause() == null ? "" : "\ncaused by " + failure.getCause());
      }
    }
    return "";
  }

  private void keys(Class<?> client) {
    ModelProvider model = provider(clients.behind(client), client);
    String name = client.getSimpleName();
    if (model.keys().size() > 1) {
      List<String> keys = model.keys().stream().sorted().toList();
      stage.find(
          keyed(Effect.Kind.KEYS, name + " got " + keys.size() + " keys for one intent: " + keys));
    } else if (model.keyless() > 0) {
      stage.find(keyed(Effect.Kind.NO_KEYS, name + " got a request without a key"));
    }
  }

  private static Finding keyed(Effect.Kind kind, String what) {
    return new Finding(Verdict.TWICE, what, "", kind, 0, "");
  }

  private static ModelProvider provider(Object model, Class<?> client) {
    if (model instanceof ModelProvider provider) {
      return provider;
    }
    throw new IllegalStateException(
        "keyStable("
            + client.getSimpleName()
            + ".class): its model, "
            + model.getClass().getName()
            + ", knows no keys: let it extend ModelProvider");
  }

  private void deadlocks() {
    for (Event event : stage.events()) {
      if (event.outcome().equals(DEADLOCK)) {
        stage.find(
            Finding.of(
                Verdict.DEADLOCK,
                "run "
                    + event.run()
                    + " and another waited for each other's locks, and PostgreSQL ended it",
                "at " + event.label()));
      }
    }
  }

  private static boolean isReached(Subject.State state, World outside) {
    try {
      return state.reached().holds(outside);
    } catch (WrongUse e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(
          "state \"" + state.name() + "\" cannot be asked: " + e.getMessage(), e);
    }
  }

  private void states(World outside) throws Exception {
    for (Subject.State state : subject.states()) {
      if (!isReached(state, outside)) {
        stage.find(Finding.of(Verdict.STUCK, "state \"" + state.name() + "\" was not reached", ""));
      }
    }
  }
}
