package dev.stagedoor.boxoffice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final OrderEffects RIGHT = new OrderEffects(4471, 0, 1, true, 1, 1, 1, 0, 1);
  private static final EventEffects COUNTED = new EventEffects(0, 4, 4);

  @Test
  void whatHappenedOnceIsRight() {
    Verdict verdict = Verdict.of(List.of(RIGHT), List.of(COUNTED));

    assertThat(verdict).isEqualTo(new Verdict(0, 0, List.of()));
    assertThat(verdict.right()).isTrue();
  }

  @Test
  void eachMissingEffectOfAnOrderIsLost() {
    Verdict verdict = verdict(new OrderEffects(4471, 0, 1, false, 0, 0, 0, 0, 1));

    assertThat(verdict.lost()).isEqualTo(3);
    assertThat(verdict.doubled()).isZero();
    assertThat(verdict.problems())
        .containsExactly(
            "order 4471: its tickets were not rendered",
            "order 4471: its PDF is not in the store",
            "order 4471: no email was accepted");
  }

  @Test
  void aPaymentIsCapturedOnce() {
    Verdict never = verdict(new OrderEffects(4471, 0, 0, true, 1, 1, 1, 0, 1));
    Verdict twice = verdict(new OrderEffects(4471, 0, 2, true, 1, 1, 1, 0, 1));

    assertThat(never.lost()).isEqualTo(1);
    assertThat(never.problems()).containsExactly("order 4471: its payment was not captured");
    assertThat(twice.doubled()).isEqualTo(1);
    assertThat(twice.problems()).containsExactly("order 4471: 2 payments captured");
  }

  @Test
  void everyEmailBeyondTheFirstIsDoubled() {
    Verdict verdict = verdict(new OrderEffects(4471, 0, 1, true, 1, 1, 3, 0, 1));

    assertThat(verdict.doubled()).isEqualTo(2);
    assertThat(verdict.problems()).containsExactly("order 4471: 3 emails accepted");
  }

  @Test
  void everyEmailJobBeyondTheFirstIsDoubled() {
    Verdict verdict = verdict(new OrderEffects(4471, 0, 1, true, 1, 2, 1, 0, 1));

    assertThat(verdict.doubled()).isEqualTo(1);
    assertThat(verdict.problems()).containsExactly("order 4471: 2 email jobs queued");
  }

  @Test
  void overlappingSendsAreDoubled() {
    Verdict verdict = verdict(new OrderEffects(4471, 0, 1, true, 1, 1, 1, 1, 1));

    assertThat(verdict.doubled()).isEqualTo(1);
    assertThat(verdict.problems())
        .containsExactly("order 4471: sends that overlapped at the provider: 1");
  }

  @Test
  void aCounterBeyondTheSeatsNamesTheOrderThatWasCountedTwice() {
    OrderEffects twice = new OrderEffects(4472, 0, 1, true, 1, 1, 1, 0, 2);

    Verdict verdict = Verdict.of(List.of(RIGHT, twice), List.of(new EventEffects(0, 4, 6)));

    assertThat(verdict.doubled()).isEqualTo(2);
    assertThat(verdict.problems())
        .containsExactly("order 4472: the counter of event 1 says 6 of 4 seats sold");
  }

  @Test
  void aCounterBelowTheSeatsLosesTheOrderThatWasNotCounted() {
    OrderEffects never = new OrderEffects(4472, 0, 1, true, 1, 1, 1, 0, 0);

    Verdict verdict = Verdict.of(List.of(RIGHT, never), List.of(new EventEffects(0, 4, 2)));

    assertThat(verdict.lost()).isEqualTo(1);
    assertThat(verdict.problems())
        .containsExactly("order 4472: the counter of event 1 says 2 of 4 seats sold");
  }

  @Test
  void aWrongCounterThatNoOrderExplainsNamesAllOrdersOfTheEvent() {
    OrderEffects other = new OrderEffects(4472, 0, 1, true, 1, 1, 1, 0, 1);
    OrderEffects elsewhere = new OrderEffects(4473, 1, 1, true, 1, 1, 1, 0, 1);

    Verdict verdict =
        Verdict.of(List.of(RIGHT, other, elsewhere), List.of(new EventEffects(0, 4, 3)));

    assertThat(verdict.lost()).isEqualTo(1);
    assertThat(verdict.problems())
        .containsExactly("orders 4471, 4472: the counter of event 1 says 3 of 4 seats sold");
  }

  private static Verdict verdict(OrderEffects order) {
    return Verdict.of(List.of(order), List.of(COUNTED));
  }
}
