package dev.stagedoor.boxoffice.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.demo.SecondRuns.Delivered;
import org.junit.jupiter.api.Test;

class SecondRunsTest {
  private final SecondRuns seconds = new SecondRuns();

  @Test
  void aFirstDeliveryIsNone() {
    seconds.delivered(first("a"));
    seconds.delivered(first("b"));

    assertThat(seconds.counts().values()).containsOnly(0L);
    assertThat(seconds.unexplained()).isZero();
  }

  @Test
  void anEntryTakenOverIsDueToWhatHappenedToItsOwnerLast() {
    seconds.struck(FaultKind.SLOW, "w1");
    seconds.struck(FaultKind.KILLED, "w1");
    seconds.struck(FaultKind.SLOW, "w2");
    seconds.delivered(first("a"));
    seconds.delivered(new Delivered("a", 1, false, "w9", "w1"));
    seconds.delivered(new Delivered("b", 1, false, "w9", "w2")); // killed before it was told

    assertThat(seconds.counts())
        .containsEntry(FaultKind.KILLED, 1L)
        .containsEntry(FaultKind.SLOW, 1L);
  }

  @Test
  void anEntryTakenOverFromAWorkerThatNothingWasDoneToIsUnexplained() {
    seconds.delivered(first("a"));
    seconds.delivered(new Delivered("a", 1, false, "w9", "w1"));

    assertThat(seconds.counts().values()).containsOnly(0L);
    assertThat(seconds.unexplained()).isEqualTo(1);
  }

  @Test
  void aWorkerThatTakesOverItsOwnEntryDoesNotRunItAgain() {
    seconds.struck(FaultKind.SLOW, "w1");
    seconds.delivered(first("a"));
    seconds.delivered(new Delivered("a", 1, false, "w1", "w1"));

    assertThat(seconds.counts().values()).containsOnly(0L);
  }

  @Test
  void aSecondEntryOfOneAttemptIsDueToTheRelay() {
    seconds.struckAll(FaultKind.PUBLISHED_TWICE);
    seconds.delivered(first("a"));
    seconds.delivered(new Delivered("a", 1, false, "w9", null));

    assertThat(seconds.has(FaultKind.PUBLISHED_TWICE, "a")).isTrue();
  }

  @Test
  void anEntryPublishedAgainIsDueToTheWipe() {
    seconds.struckAll(FaultKind.REDIS_WIPED);
    seconds.delivered(first("a"));
    seconds.delivered(new Delivered("a", 1, true, "w9", null));
    seconds.delivered(new Delivered("b", 1, true, "w9", null)); // lost before anybody read it

    assertThat(seconds.counts()).containsEntry(FaultKind.REDIS_WIPED, 1L);
    assertThat(seconds.has(FaultKind.REDIS_WIPED, "b")).isFalse();
  }

  @Test
  void aNewAttemptCountsOnlyWhereTheSendWasMadeToTimeOut() {
    seconds.struckJob(FaultKind.TIMEOUT, "a");
    seconds.delivered(first("a"));
    seconds.delivered(new Delivered("a", 2, false, "w9", null));
    seconds.delivered(new Delivered("a", 3, false, "w9", null));
    seconds.delivered(first("b"));
    seconds.delivered(new Delivered("b", 2, false, "w9", null));

    assertThat(seconds.counts()).containsEntry(FaultKind.TIMEOUT, 1L);
    assertThat(seconds.unexplained()).isZero();
  }

  private static Delivered first(String job) {
    return new Delivered(job, 1, false, "w1", null);
  }
}
