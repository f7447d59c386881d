package dev.stagedoor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The small worlds, and rules that are missed after a few states; {@link DeepModelTest} does all.
 */
class ProtocolTest {
  static List<Scenario> small() {
    return List.of(
        Scenarios.THREE,
        Scenarios.RELAYS,
        Scenarios.WHOLE_LOSSES,
        Scenarios.CHILD,
        Scenarios.HISTORY,
        Scenarios.HOPELESS);
  }

  @ParameterizedTest
  @MethodSource("small")
  void holds(Scenario scenario) {
    assertThat(Exploration.of(scenario).text()).endsWith("holds");
  }

  static List<Removal> removals() {
    return Removal.ALL;
  }

  @ParameterizedTest
  @MethodSource("removals")
  void aRuleIsMissed(Removal removal) {
    assertThat(Exploration.of(removal.without()).violated()).isNotNull();
    assertThat(Exploration.of(removal.scenario()).violated()).isNull();
  }

  @Test
  void aTraceReadsLikeThis() {
    Removal sweep = Removal.ALL.stream().filter(r -> r.rule() == Rule.SWEEP).findFirst().get();

    assertThat(Exploration.of(sweep.without()).trace())
        .containsExactly(
            "1. relay 1 locks job 1, which is due, and reads the epoch",
            "2. relay 1 publishes entry 1",
            "3. relay 1 marks job 1",
            "4. ! entry 1 is lost",
            "=> job 1 live, marked with entry 1; effect free, accepted 0 times");
  }

  @Test
  void workersMayBeExchanged() {
    Protocol protocol = new Protocol(Scenarios.KILLS);
    State one = protocol.initial();
    one.workers[0].place = Place.CLAIM;
    one.workers[0].entry = 2;
    one.entries[2].where = Entry.Where.PENDING;
    one.entries[2].owner = 0;
    State other = protocol.initial();
    other.workers[1].place = Place.CLAIM;
    other.workers[1].entry = 2;
    other.entries[2].where = Entry.Where.PENDING;
    other.entries[2].owner = 1;

    assertThat(protocol.key(one)).isEqualTo(protocol.key(other));
    other.entries[2].owner = 0;
    assertThat(protocol.key(one)).isNotEqualTo(protocol.key(other));
  }

  @Test
  void aStateIsWhatItsKeySays() {
    Protocol protocol = new Protocol(Scenarios.WHOLE_LOSSES);
    Set<List<Long>> seen = new HashSet<>();
    Deque<long[]> open = new ArrayDeque<>(List.of(protocol.key(protocol.initial())));
    while (!open.isEmpty() && seen.size() < 5000) {
      long[] key = open.remove();
      assertThat(protocol.key(protocol.state(key))).isEqualTo(key);
      protocol.steps(
          protocol.state(key),
          (kind, text, actor, object, to) -> {
            long[] next = protocol.key(to);
            if (seen.add(Arrays.stream(next).boxed().toList())) {
              open.add(next);
            }
          });
    }
  }
}
