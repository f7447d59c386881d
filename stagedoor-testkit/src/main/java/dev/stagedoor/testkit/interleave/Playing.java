package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.path.Deliveries;
import dev.stagedoor.testkit.path.End;
import dev.stagedoor.testkit.world.Clients;
import dev.stagedoor.testkit.world.Footprint;
import dev.stagedoor.testkit.world.Order;
import dev.stagedoor.testkit.world.Scene;
import dev.stagedoor.testkit.world.SeenWorld;
import dev.stagedoor.testkit.world.Work;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One interleaving under way: starts the runs, asks the chooser for every step, and delivers again
 * until the job is at rest.
 *
 * <p>For the thread that explores; {@link #next} also for the run that has the stage's baton.
 */
final class Playing implements Stage.Turn {
  private static final Duration BETWEEN_DELIVERIES = Duration.ofSeconds(61);

  private final Setting setting;
  private final Scene scene;
  private final Stage stage;
  private final Chooser chooser;
  private final Clients clients;
  private final Deliveries deliveries;
  private final List<Choice> made = new ArrayList<>();
  private final List<Integer> boundaries = new ArrayList<>();
  private final Map<Run, SeenWorld> worlds = new HashMap<>();
  private @Nullable Run last;
  private @Nullable Decision decision;
  private boolean exploring;
  private boolean wiped;
  private Rest rest = Rest.COMPLETED;

  Playing(Setting setting, Patience patience, Stage.Probe probe, Clients clients, Chooser chooser)
      throws Exception {
    this.setting = setting;
    this.scene = setting.scene();
    this.stage = new Stage(scene.side(), patience, setting.limits().stepNanos(), probe, this);
    this.clients = clients;
    this.chooser = chooser;
    this.deliveries = setting.job().begin(scene, clients);
  }

  Stage stage() {
    return stage;
  }

  /** How the job has come to rest, after {@link #untilQuiet}. */
  Rest rest() {
    return rest;
  }

  /** What came of it. */
  Trace trace(Interleaving start, Map<String, Long> grown, boolean complete) {
    return new Trace(
        start.with(made),
        boundaries,
        stage.events(),
        grown,
        stage.findings(),
        complete,
        stage.isHung());
  }

  /** A run that was another process, which has died. */
  void bury(Death death) throws Exception {
    Run dead = new Run("A", stage);
    deliveries.next("A", scene.world(dead, clients), false);
    stage.bury(dead, death.die(clients));
  }

  /** False if it was left half-way. */
  boolean explored(Interleaving start) throws Exception {
    exploring = true;
    for (int i = 0; i < start.runs(); i++) {
      boolean reclaimed = i == 1 && start.reclaimed();
      start((name, world) -> deliveries.next(name, world, reclaimed));
    }
    while (!stage.isOver()) {
      if (decision == null && stage.parked().isEmpty()) {
        stage.awaitWaiting();
        continue;
      }
      Choice chosen = decision().choice();
      decision = null;
      if (chosen == null) {
        return false;
      }
      make(chosen);
      if (stage.isCrowded()) {
        return false;
      }
    }
    exploring = false;
    stage.runs().forEach(run -> boundaries.add(run.passed()));
    return true;
  }

  @Override
  public @Nullable Order next(Run run) {
    if (!exploring) { // it is alone
      return stage.letGo(run, Choice.NONE);
    }
    Choice chosen = decision().choice();
    if (chosen instanceof Choice.Step step
        && step.run().equals(run.name())
        && !step.fault().equals(Choice.CRASH)) {
      decision = null;
      made.add(chosen);
      return stage.letGo(run, step.fault());
    }
    return null;
  }

  /** What comes next; chosen once, by whoever asks first. */
  private Decision decision() {
    Decision known = decision;
    if (known == null) {
      Option chosen = chooser.choose(options());
      known = new Decision(chosen == null ? null : chosen.choice());
      decision = known;
    }
    return known;
  }

  /**
   * What was chosen.
   *
   * @param choice null to leave the interleaving
   */
  private record Decision(@Nullable Choice choice) {}

  /** One way to deliver. */
  private interface Delivering {
    @Nullable Work deliver(String run, SeenWorld world) throws Exception;
  }

  /** Null if there is nothing to deliver. */
  private @Nullable Run start(Delivering delivering) throws Exception {
    String name = Run.name(stage.runs().size());
    Run run = new Run(name, stage);
    SeenWorld world = scene.world(run, clients);
    Work work = delivering.deliver(name, world);
    if (work == null) {
      return null;
    }
    worlds.put(run, world);
    stage.start(run, work);
    releaseEnded();
    return run;
  }

  private List<Option> options() {
    List<Run> parked = stage.parked();
    List<Option> options = new ArrayList<>();
    Run before = last;
    boolean lastCanGoOn = before != null && parked.contains(before);
    if (before != null && lastCanGoOn) {
      options.add(step(before, Choice.NONE, false));
    }
    for (Run run : parked) {
      if (run != last) {
        options.add(step(run, Choice.NONE, lastCanGoOn));
      }
    }
    for (Run run : parked) {
      faults(run, lastCanGoOn && run != last, options);
    }
    if (!parked.isEmpty()) {
      setting.jumps().forEach(by -> options.add(jump(by)));
      if (!wiped && deliveries.canBeWiped() && parked.stream().anyMatch(Playing::asksTheStream)) {
        options.add(new Option(new Choice.Wipe(), Footprint.STREAM, false));
      }
    }
    return options;
  }

  /** Lost earlier, it would be the same to the runs. */
  private static boolean asksTheStream(Run run) {
    return run.at().footprint().meets(Footprint.STREAM);
  }

  private void faults(Run run, boolean preempts, List<Option> options) {
    options.add(step(run, Choice.CRASH, preempts));
    if (run.at().canLose()) {
      options.add(step(run, Choice.LOST, preempts));
    }
    run.at().rejections().forEach(name -> options.add(step(run, name, preempts)));
  }

  private Option step(Run run, String fault, boolean preempts) {
    boolean happens = fault.isEmpty() || fault.equals(Choice.LOST);
    return new Option(
        new Choice.Step(run.name(), Stage.number(run), fault),
        happens ? run.at().footprint() : Objects.requireNonNull(worlds.get(run)).held(),
        preempts);
  }

  private Option jump(Duration by) {
    return new Option(new Choice.Jump(by), Footprint.UNKNOWN, false);
  }

  private void make(Choice choice) throws SQLException {
    made.add(choice);
    if (choice instanceof Choice.Jump jump) {
      scene.clock().advance(jump.by());
      stage.note(jump.toString());
      return;
    }
    if (choice instanceof Choice.Wipe) {
      wiped = true;
      deliveries.wipe();
      stage.note("the stream loses what it holds");
      return;
    }
    Choice.Step step = (Choice.Step) choice;
    Run run =
        stage.runs().stream().filter(r -> r.name().equals(step.run())).findFirst().orElseThrow();
    last = run;
    stage.step(run, step.fault());
    releaseEnded();
  }

  /** What an ended or dead process held, the server gives free, and those go on who waited. */
  private void releaseEnded() throws SQLException {
    for (Run run : stage.runs()) {
      SeenWorld world = run.state() == Run.State.ENDED ? worlds.remove(run) : null;
      if (world != null) {
        stage.ended(run);
        world.end();
        stage.settleWaiting();
      }
    }
  }

  /** Whether it is over for the queue if all runs had one message, though not all came through. */
  boolean mayBeGone() throws Exception {
    return !stage.isHung() && deliveries.mayBeGone() && !deliveries.isQuiet(ends(0));
  }

  /** After whatever happened, the job is delivered again, one run after the other. */
  void untilQuiet() throws Exception {
    List<End> lately = new ArrayList<>(ends(0));
    for (int more = 0; !stage.isHung() && !deliveries.isQuiet(lately); more++) {
      Deliveries.GivenUp end = deliveries.givenUp();
      if (end != null) {
        rest = end.asPromised() ? Rest.TOO_LATE : Rest.stuck(end.why());
        return;
      }
      if (more == setting.limits().redeliveries()) {
        rest = Rest.stuck(notCompleted(more));
        return;
      }
      int before = stage.runs().size();
      again();
      lately = ends(before);
    }
  }

  private String notCompleted(int deliveries) {
    boolean alone = stage.runs().size() == deliveries + 1;
    return alone && made.stream().allMatch(Choice::isPlain)
        ? "no run completes it, even alone and with nothing going wrong"
        : "it is not completed after " + deliveries + " more deliveries";
  }

  private void again() throws Exception {
    scene.clock().advance(BETWEEN_DELIVERIES);
    stage.note("delivered again, " + BETWEEN_DELIVERIES.toSeconds() + " s later");
    Run run = start(deliveries::again);
    while (run != null && !stage.isOver()) {
      if (stage.parked().isEmpty()) {
        stage.awaitWaiting();
      } else {
        stage.step(run, Choice.NONE);
        releaseEnded();
      }
    }
  }

  private List<End> ends(int from) {
    List<Run> runs = stage.runs();
    return runs.subList(from, runs.size()).stream()
        .map(run -> run.end() == null ? End.CRASHED : run.end())
        .toList();
  }

  /** Ends what is not over. */
  void end() throws SQLException {
    boolean killed;
    do {
      killed = stage.killParked();
      releaseEnded(); // which may let one go on that waited
    } while (killed);
    stage.evictRest();
    releaseEnded();
    for (SeenWorld left : List.copyOf(worlds.values())) {
      left.cut(scene.side());
    }
    worlds.clear();
  }
}
