package dev.stagedoor.model;

import dev.stagedoor.model.Entry.Where;
import dev.stagedoor.model.Row.Stands;
import dev.stagedoor.model.Scenario.Trait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The protocol in one scenario. */
final class Protocol implements Model<State> {
  private static final int MOST_WORDS = 16;

  private final Scenario scenario;
  private final Symmetry symmetry;
  private final List<Part> parts;

  Protocol(Scenario scenario) {
    this.scenario = scenario;
    this.symmetry = new Symmetry(scenario);
    World world = new World(scenario);
    Endings endings = new Endings(scenario);
    Completions completions = new Completions(world);
    Handlers handlers = new Handlers(world, endings, completions);
    Crashes crashes = new Crashes(world, endings);
    this.parts =
        List.of(
            new Relays(world),
            new Deliveries(world),
            handlers,
            new Claims(world, endings, handlers),
            new Outcomes(world, completions),
            new Interrupts(world, endings),
            crashes,
            new Processes(world, crashes),
            new Time(world),
            new Losses(world),
            new People(world));
  }

  /** All jobs are enqueued but those that others enqueue. */
  @Override
  public State initial() {
    State state = State.empty(scenario);
    state.rows[0].enqueue();
    if (!scenario.jobs().get(0).hasChildren()) {
      for (Row row : state.rows) {
        row.enqueue();
      }
    }
    for (int i = 0; i < scenario.streams(); i++) {
      boolean taken = i == 0 || i < scenario.workers();
      state.streams[i].process = taken ? i : Registration.NOBODY;
      state.streams[i].registered = taken;
    }
    return state;
  }

  @Override
  public void steps(State from, Steps<State> out) {
    for (Part part : parts) {
      part.from(from, out);
    }
  }

  @Override
  public long[] key(State state) {
    State sorted = state.copy();
    symmetry.sort(sorted);
    Bits bits = Bits.writing(MOST_WORDS);
    sorted.pass(bits, scenario);
    return bits.words();
  }

  @Override
  public State state(long[] key) {
    State state = State.empty(scenario);
    if (!scenario.has(Trait.LOCAL_STREAMS)) {
      state.streams[0].process = 0;
      state.streams[0].registered = true;
    }
    state.pass(Bits.reading(key), scenario);
    return state;
  }

  @Override
  public @Nullable Property broken(State state) {
    return state.broken;
  }

  @Override
  public boolean isGoodEnd(State state) {
    for (Row row : state.rows) {
      boolean good =
          switch (row.stands) {
            case LIVE -> false;
            case PARKED -> state.effects.key.compareTo(Effects.Key.ENDING) >= 0;
            case DEAD -> row.failures >= scenario.maxFailures() || scenario.has(Trait.QUARANTINE);
            case NOT_YET, COMPLETED, CANCELLED -> true;
          };
      if (!good) {
        return false;
      }
    }
    return state.rows[0].stands != Stands.NOT_YET;
  }

  /** What lies in the memory of a process that was given up goes with that. */
  @Override
  public boolean isCleanEnd(State state) {
    for (Entry entry : state.entries) {
      if (entry.where != Where.ABSENT && state.streams[entry.stream].registered) {
        return false;
      }
    }
    return isGoodEnd(state);
  }

  @Override
  public String show(State state) {
    return state.show();
  }
}
