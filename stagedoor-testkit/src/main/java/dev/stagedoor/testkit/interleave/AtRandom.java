package dev.stagedoor.testkit.interleave;

import java.util.List;
import java.util.Random;

/** Chooses by chance: mostly whose turn it is, now and then that something goes wrong. */
final class AtRandom implements Chooser {
  private static final int MOST_FAULTS = 3;
  private static final double FAULT = 0.08;

  private final Random random;
  private int faults;

  AtRandom(Random random) {
    this.random = random;
  }

  @Override
  public Option choose(List<Option> options) {
    boolean fault = faults < MOST_FAULTS && random.nextDouble() < FAULT;
    List<Option> these = options.stream().filter(o -> o.choice().isPlain() != fault).toList();
    if (these.isEmpty()) {
      return options.get(0);
    }
    faults += fault ? 1 : 0;
    return these.get(random.nextInt(these.size()));
  }
}
