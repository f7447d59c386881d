package dev.stagedoor.testkit.contract;

import static dev.stagedoor.testkit.contract.Entries.MAIL;
import static dev.stagedoor.testkit.contract.Entries.NEVER;
import static dev.stagedoor.testkit.contract.Entries.entry;
import static dev.stagedoor.testkit.contract.Entries.publish;
import static dev.stagedoor.testkit.contract.Entries.read;
import static dev.stagedoor.testkit.contract.Entries.reclaim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What deleting consumers promises: their names do not pile up, and no entry goes with one. */
interface ConsumersContract extends StreamFixture {
  @Test
  default void C17_idleConsumersAreDroppedExceptThoseWithEntries() {
    for (int n = 1; n <= 10; n++) {
      EntryId done = publish(stream(), MAIL, n);
      read(stream(), MAIL, "short-lived-" + n);
      stream().settle(MAIL, List.of(done));
    }
    EntryId entry = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "died-with-one");
    Duration idle = passConsumerIdle();

    assertThat(stream().dropIdleConsumers(MAIL, NEVER)).isZero();
    assertThat(stream().dropIdleConsumers(MAIL, idle)).isEqualTo(10);
    assertThat(stream().dropIdleConsumers(MAIL, idle)).isZero();
    assertThat(stream().alive(MAIL, List.of(entry))).containsExactly(entry);
    passIdle(idle());
    assertThat(reclaim(this, "b"))
        .containsExactly(new Delivery(entry, entry(MAIL, 1), "died-with-one"));
  }

  @Test
  default void C17_leavingDeletesAConsumerWithNothingPending() {
    EntryId entry = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");
    stream().settle(MAIL, List.of(entry));

    stream().leave(MAIL, "a");
    stream().leave(MAIL, "never_seen");
    stream().leave("never_used", "a");

    Duration idle = passConsumerIdle();
    assertThat(stream().dropIdleConsumers(MAIL, idle)).as("nobody left").isZero();
    assertThat(stream().dropIdleConsumers("never_used", idle)).isZero();
  }

  @Test
  default void C17_leavingWithAnEntryPendingKeepsTheEntry() {
    EntryId entry = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");

    stream().leave(MAIL, "a");

    assertThat(stream().alive(MAIL, List.of(entry))).containsExactly(entry);
    passIdle(idle());
    assertThat(reclaim(this, "b")).containsExactly(new Delivery(entry, entry(MAIL, 1), "a"));
  }

  @Test
  default void whoeverHasLeftMayReadAgain() {
    read(stream(), MAIL, "a");
    stream().leave(MAIL, "a");
    publish(stream(), MAIL, 1);

    assertThat(read(stream(), MAIL, "a")).hasSize(1);
  }
}
