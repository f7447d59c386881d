package dev.stagedoor.boxoffice.naive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.boxoffice.secondrun.OneOrder;
import dev.stagedoor.boxoffice.secondrun.OnePayment;
import dev.stagedoor.testkit.Exploration;
import dev.stagedoor.testkit.interleave.Verdict;
import org.junit.jupiter.api.Test;

/** Each wrong handler is found by the test kit, with the effect that it gets wrong. */
class NaiveSecondRunTest {
  @Test
  void withoutStateASecondRunQueuesASecondEmail() throws Exception {
    Exploration found = OneOrder.rendering(RenderAlways::new).explore();

    assertFound(found, Verdict.TWICE, "email job");
  }

  @Test
  void withANewKeyForEachTryALostReplyIsASecondEmail() throws Exception {
    Exploration found = OneOrder.sending(SendWithNewKey::new).explore();

    assertFound(found, Verdict.TWICE, "email");
    assertThat(found.report()).contains("twice.md#key-from-the-intent");
  }

  @Test
  void aMarkBeforeTheSendIsAnEmailThatNeverLeft() throws Exception {
    Exploration found = OneOrder.sending(MarkThenSend::new).explore();

    assertFound(found, Verdict.LOST, "email");
    assertThat(found.replay()).contains("!crash");
  }

  @Test
  void withoutTheJobsIdASecondRunCountsAgain() throws Exception {
    Exploration found = OneOrder.counting(s -> new CountAgain(s.database())).explore();

    assertFound(found, Verdict.TWICE, "sold");
  }

  @Test
  void withANewKeyForEachTryALostReplyIsASecondCapture() throws Exception {
    Exploration found =
        OnePayment.capturing(s -> new CaptureWithNewKey(s.payrail().orElseThrow())).explore();

    assertFound(found, Verdict.TWICE, "capture");
    assertThat(found.report()).contains("twice.md#key-from-the-intent");
  }

  private static void assertFound(Exploration found, Verdict verdict, String effect) {
    assertThat(found.verdict()).as(found.report()).isEqualTo(verdict);
    assertThat(found.effect()).isEqualTo(effect);
  }
}
