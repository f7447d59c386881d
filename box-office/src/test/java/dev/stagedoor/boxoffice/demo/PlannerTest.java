package dev.stagedoor.boxoffice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.naive.Without;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerTest {
  private static final Asked STANDARD = Asked.of(3, 2, 2, 2, 1);

  @ParameterizedTest
  @ValueSource(longs = {0, 7, -1, Long.MAX_VALUE})
  void theSameSeedGivesTheSamePlan(long seed) {
    assertThat(Planner.draw(seed, 100, STANDARD, null))
        .isEqualTo(Planner.draw(seed, 100, STANDARD, null));
  }

  @Test
  void anotherSeedGivesAnotherPlan() {
    Plan seven = Planner.draw(7, 100, STANDARD, null);
    Plan eight = Planner.draw(8, 100, STANDARD, null);

    assertThat(seven.orders()).isNotEqualTo(eight.orders());
    assertThat(seven.faults()).isNotEqualTo(eight.faults());
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 11, 100, 257})
  void everyAskedFaultHasAnOrderOfItsOwnInRisingOrderAndWipesComeLast(int orders) {
    for (long seed = 0; seed < 50; seed++) {
      Plan plan = Planner.draw(seed, orders, STANDARD, null);

      for (FaultKind kind : FaultKind.values()) {
        assertThat(plan.faults().stream().filter(f -> f.spot().kind() == kind))
            .hasSize(STANDARD.of(kind));
      }
      List<Integer> struck = plan.faults().stream().map(PlannedFault::order).toList();
      assertThat(struck).isSorted().doesNotHaveDuplicates().allMatch(i -> i >= 0 && i < orders);
      assertThat(plan.faults().get(9).spot().kind()).isEqualTo(FaultKind.REDIS_WIPED);
      assertThat(plan.unplaced()).isEmpty();
      assertThat(plan.spares()).doesNotContainAnyElementsOf(struck);
    }
  }

  @Test
  void theStandardFaultsMakeEveryTechniqueAbsorbSomething() {
    Plan plan = Planner.draw(1, 100, STANDARD, null);

    assertThat(plan.faults().stream().map(PlannedFault::spot))
        .contains(
            Spot.RENDER_RETURNED, Spot.MAIL_ACCEPTED, Spot.COUNT_COMPLETED, Spot.MAIL_UNDER_WAY);
  }

  @Test
  void faultsWithoutAnOrderAreTold() {
    Plan plan = Planner.draw(1, 4, STANDARD, null);

    assertThat(plan.faults()).hasSize(4);
    assertThat(plan.unplaced()).hasSize(6);
    assertThat(plan.spares()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Without.class)
  void aSingleFaultOfTheRightKindTellsOnANaiveHandler(Without without) {
    FaultKind kind = Telling.spot(without).kind();
    Asked one =
        Asked.of(
            kind == FaultKind.KILLED ? 1 : 0,
            kind == FaultKind.SLOW ? 1 : 0,
            0,
            kind == FaultKind.TIMEOUT ? 1 : 0,
            0);

    assertThat(Planner.draw(5, 10, one, without).faults().get(0).spot())
        .isEqualTo(Telling.spot(without));
  }

  @Test
  void noSeatIsSoldTwiceAndNoneIsBeyondTheEvent() {
    Plan plan = Planner.draw(3, 100, STANDARD, null);
    Set<List<Integer>> sold = new HashSet<>();

    for (PlannedOrder order : plan.orders()) {
      IntStream.range(order.firstSeat(), order.firstSeat() + order.seats())
          .forEach(
              seat -> {
                assertThat(sold.add(List.of(order.event(), seat))).isTrue();
                assertThat(seat).isLessThan(plan.seatsOfEvents().get(order.event()));
              });
    }
    assertThat(plan.orders()).anyMatch(PlannedOrder::repeated);
  }
}
