package dev.stagedoor.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.event.Events;
import dev.stagedoor.schema.FreshSchema;
import dev.stagedoor.tx.JdbcTransactions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueuesTest {
  private static final Queues QUEUES =
      new Queues(new JdbcTransactions(FreshSchema.create(), Events.none()));

  @Test
  void aBadNameOrNumberIsRefusedWithTheMend() {
    assertThatThrownBy(() -> QUEUES.pause("Mail"))
        .hasMessage(
            "queue \"Mail\": use lower-case letters, digits, _ . - and start with a letter, at"
                + " most 100 characters");
    assertThatThrownBy(() -> QUEUES.limit("mail", 0))
        .hasMessage("limit 0 of queue mail: give 1 or more, or pause it");
  }

  @ParameterizedTest
  @CsvSource({"0, PT1S", "1, PT0S", "1, -PT1S", "1, PT745H", "1, PT0.0004S", "1, PT1.0005S"})
  void aRateThatIsNoneIsRefused(int jobs, Duration per) {
    assertThatThrownBy(() -> new Rate(jobs, per))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rate of " + jobs + " jobs")
        .hasMessageContaining("give");
  }

  @Test
  void whatIsNotThereIsNotTakenAway() throws Exception {
    QUEUES.unlimit("nothing");
    QUEUES.unrate("nothing");
    assertThat(QUEUES.resume("nothing")).isFalse();
    assertThat(QUEUES.all()).isEmpty();
  }
}
