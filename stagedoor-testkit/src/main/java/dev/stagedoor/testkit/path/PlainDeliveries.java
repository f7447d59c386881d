package dev.stagedoor.testkit.path;

import dev.stagedoor.testkit.world.PerRun;
import dev.stagedoor.testkit.world.SeenWorld;
import dev.stagedoor.testkit.world.Work;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue like any other: it delivers at least once, to as many as it likes at once. Two runs have
 * two copies of a message, and what fails or dies comes again; or they have one, given to the
 * second since the first was slow, and who acknowledges it does so for both ({@link #mayBeGone}).
 */
public final class PlainDeliveries implements Deliveries {
  private final PerRun<Work> perRun;
  private volatile boolean acknowledged;

  public PlainDeliveries(PerRun<Work> perRun) {
    this.perRun = perRun;
  }

  @Override
  public Work next(String run, SeenWorld world, boolean reclaimed) {
    return () -> {
      perRun.in(world).run();
      world.returned();
      world.acknowledge();
      acknowledged = true;
    };
  }

  @Override
  public Work again(String run, SeenWorld world) {
    return next(run, world, false);
  }

  @Override
  public boolean isQuiet(List<End> lately) {
    return lately.stream().allMatch(End.COMPLETED::equals);
  }

  @Override
  public boolean mayBeGone() {
    return acknowledged;
  }

  @Override
  public @Nullable GivenUp givenUp() {
    return null;
  }
}
