package dev.stagedoor.testkit.path;

import dev.stagedoor.testkit.world.PerRun;
import dev.stagedoor.testkit.world.SeenWorld;
import dev.stagedoor.testkit.world.Work;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue like any other: it delivers at least once, to as many as it likes at once, until a run
 * has returned and acknowledged. What fails or dies comes again.
 */
public final class PlainDeliveries implements Deliveries {
  private final PerRun<Work> perRun;

  public PlainDeliveries(PerRun<Work> perRun) {
    this.perRun = perRun;
  }

  @Override
  public Work next(String run, SeenWorld world, boolean reclaimed) {
    return () -> {
      perRun.in(world).run();
      world.returned();
      world.acknowledge();
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
  public @Nullable GivenUp givenUp() {
    return null;
  }
}
