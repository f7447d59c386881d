package dev.stagedoor.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.job.JobId;
import org.junit.jupiter.api.Test;

class ChildIdTest {
  private static final JobId PARENT = JobId.of("01890a5d-ac96-774b-bcce-b302099a8057");

  @Test
  void isAUuid7OfTheParentsTime() {
    JobId child = ChildId.mint(PARENT, 0, "send_tickets", "{}");
    assertThat(child.value().version()).isEqualTo(7);
    assertThat(child.value().variant()).isEqualTo(2);
    assertThat(child.toString()).startsWith("01890a5d-ac96-7");
    assertThat(child).isNotEqualTo(PARENT);
  }

  @Test
  void isTheSameForTheSameChildAndNeverForAnother() {
    JobId child = ChildId.mint(PARENT, 0, "send_tickets", "{}");
    JobId other = JobId.of("01890a5d-ac96-774b-bcce-b302099a8058");
    assertThat(ChildId.mint(PARENT, 0, "send_tickets", "{}")).isEqualTo(child);
    assertThat(ChildId.mint(other, 0, "send_tickets", "{}")).isNotEqualTo(child);
    assertThat(ChildId.mint(PARENT, 1, "send_tickets", "{}")).isNotEqualTo(child);
    assertThat(ChildId.mint(PARENT, 0, "send_ticket", "s{}")).isNotEqualTo(child);
    assertThat(ChildId.mint(PARENT, 0, "send_tickets", "[]")).isNotEqualTo(child);
  }
}
