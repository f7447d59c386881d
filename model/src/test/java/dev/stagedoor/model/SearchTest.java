package dev.stagedoor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.model.Model.Kind;
import org.junit.jupiter.api.Test;

class SearchTest {
  private static Search.Found<Integer> search(Toy toy) {
    return new Search<>(toy, 1000).run();
  }

  @Test
  void visitsEachStateOnce() {
    Search.Found<Integer> found =
        search(
            new Toy().step(0, 1).step(0, 2).step(1, 3).step(2, 3).step(3, 0).step(3, 3).clean(3));

    assertThat(found.violated()).isNull();
    assertThat(found.states()).isEqualTo(4);
    assertThat(found.steps()).isEqualTo(5);
    assertThat(found.depth()).isEqualTo(2);
  }

  @Test
  void findsAViolationByTheShortestWay() {
    Toy toy = new Toy().step(0, 1).step(1, 2).step(2, 9).step(0, 5).step(5, 9).bad(9).clean(1);

    Search.Found<Integer> found = search(toy);

    assertThat(found.violated()).isEqualTo(Property.APPLIED_TWICE);
    assertThat(Trace.of(toy, found)).containsExactly("1. to job 6", "2. to job 10", "=> at 9");
  }

  @Test
  void findsAViolationThatOnlyAFaultLeadsTo() {
    Search.Found<Integer> found = search(new Toy().clean(0).step(0, Kind.FAULT, 1).bad(1));

    assertThat(found.violated()).isEqualTo(Property.APPLIED_TWICE);
  }

  @Test
  void findsAStateFromWhichNoGoodEndCanBeReached() {
    Toy toy = new Toy().step(0, 1).step(0, 2).step(2, 3).step(3, 2).clean(1);

    Search.Found<Integer> found = search(toy);

    assertThat(found.violated()).isEqualTo(Property.NOTHING_LOST);
    assertThat(Trace.of(toy, found)) // round for ever: as far as that goes
        .containsExactly("1. to job 3", "2. to job 4", "=> at 3");
  }

  @Test
  void showsWhereNothingHappensAnyMore() {
    Toy toy = new Toy().step(0, 1).step(0, 2).step(2, 3).clean(1);

    assertThat(Trace.of(toy, search(toy))).containsExactly("1. to job 3", "2. to job 4", "=> at 3");
  }

  @Test
  void aGoodEndIsNotReachedByAFaultOrByAStoppedProcessThatWakes() {
    assertThat(search(new Toy().step(0, Kind.FAULT, 1).clean(1)).violated())
        .isEqualTo(Property.NOTHING_LOST);
    assertThat(search(new Toy().step(0, Kind.WAKE, 1).clean(1)).violated())
        .isEqualTo(Property.NOTHING_LOST);
  }

  @Test
  void findsAnEndThatLeavesSomethingLying() {
    Toy toy = new Toy().step(0, 1).step(0, 2).good(1).clean(2);

    Search.Found<Integer> found = search(toy);

    assertThat(found.violated()).isEqualTo(Property.NOTHING_LEFT);
    assertThat(Trace.of(toy, found)).containsExactly("1. to job 2", "=> at 1");
  }

  @Test
  void anEndThatIsFarAwayThroughLowerNumbersCounts() {
    Toy toy = new Toy();
    for (int i = 1; i <= 50; i++) {
      toy.step(0, i);
      toy.step(i, i - 1);
    }

    assertThat(search(toy.clean(0)).violated()).isNull();
  }

  @Test
  void aModelThatIsTooBigIsRefused() {
    Toy toy = new Toy();
    for (int i = 0; i < 2000; i++) {
      toy.step(i, i + 1);
    }

    assertThatThrownBy(() -> search(toy)).hasMessage("more than 1000 states");
  }
}
