package dev.stagedoor.testkit.contract;

import static dev.stagedoor.testkit.contract.Entries.MAIL;
import static dev.stagedoor.testkit.contract.Entries.NEVER;
import static dev.stagedoor.testkit.contract.Entries.entry;
import static dev.stagedoor.testkit.contract.Entries.ids;
import static dev.stagedoor.testkit.contract.Entries.publish;
import static dev.stagedoor.testkit.contract.Entries.read;
import static dev.stagedoor.testkit.contract.Entries.reclaim;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What extending and reclaiming promise: at any time an entry has one owner, and it knows. */
interface OwnershipContract extends StreamFixture {
  @Test
  default void reclaimWaitsForIdleAndNamesThePreviousOwner() {
    EntryId entry = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");
    passIdle(idle());

    assertThat(stream().reclaim(MAIL, "b", NEVER, 10)).isEmpty();
    assertThat(reclaim(this, "b")).containsExactly(new Delivery(entry, entry(MAIL, 1), "a"));
    assertThat(stream().reclaim(MAIL, "c", NEVER, 10)).isEmpty();
    passIdle(idle());
    assertThat(reclaim(this, "c")).containsExactly(new Delivery(entry, entry(MAIL, 1), "b"));
  }

  @Test
  default void reclaimTakesTheOldestAndNoMoreThanAsked() {
    List<EntryId> published = publish(stream(), MAIL, 1, 5);
    read(stream(), MAIL, "a");
    passIdle(idle());

    assertThat(ids(stream().reclaim(MAIL, "b", idle(), 2))).isEqualTo(published.subList(0, 2));
  }

  @Test
  default void aConsumerReclaimsItsOwnEntryToo() {
    EntryId entry = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a"); // as if the answer had been lost on its way
    passIdle(idle());

    assertThat(reclaim(this, "a")).containsExactly(new Delivery(entry, entry(MAIL, 1), "a"));
  }

  @Test
  default void whatNobodyHasReadIsNotReclaimed() {
    publish(stream(), MAIL, 1);
    passIdle(idle());

    assertThat(reclaim(this, "b")).isEmpty();
    assertThat(read(stream(), MAIL, "a")).hasSize(1);
  }

  @Test
  default void C04_oneOfEightReclaimersGetsAnEntry() throws Exception {
    raceReclaimers(20);
  }

  @Test
  @Tag("deep")
  default void C04_oneOfEightReclaimersGetsAnEntryTwoHundredTimes() throws Exception {
    raceReclaimers(200);
  }

  private void raceReclaimers(int rounds) throws Exception {
    List<JobStream> clients = clients(8);
    for (int round = 1; round <= rounds; round++) {
      EntryId entry = publish(stream(), MAIL, round);
      read(stream(), MAIL, "dead");
      passIdle(idle());
      List<Callable<List<Delivery>>> reclaimers = new ArrayList<>();
      for (JobStream client : clients) {
        String consumer = "reclaimer-" + reclaimers.size();
        reclaimers.add(() -> client.reclaim(MAIL, consumer, idle(), 10));
      }
      List<Delivery> all = Race.run(reclaimers).stream().flatMap(List::stream).toList();
      assertThat(all)
          .as("round %d", round)
          .containsExactly(new Delivery(entry, entry(MAIL, round), "dead"));
      stream().settle(MAIL, List.of(entry));
    }
  }

  @Test
  default void extendKeepsReclaimersAway() {
    List<EntryId> published = publish(stream(), MAIL, 1, 2);
    read(stream(), MAIL, "a");
    passIdle(idle());

    Extended extended = stream().extend(MAIL, "a", published.subList(0, 1));

    assertThat(extended).isEqualTo(new Extended(Set.of(), Set.of()));
    assertThat(extended.mine(published.get(0))).isTrue();
    assertThat(ids(stream().reclaim(MAIL, "b", idle(), 10))).containsExactly(published.get(1));
  }

  @Test
  default void extendOnlyWhatIsMine() {
    EntryId entry = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");
    passIdle(idle());

    assertThat(stream().extend(MAIL, "b", List.of(entry)))
        .isEqualTo(new Extended(Set.of(entry), Set.of()));
    assertThat(reclaim(this, "c"))
        .as("not touched by b's extend")
        .containsExactly(new Delivery(entry, entry(MAIL, 1), "a"));
  }

  @Test
  default void extendDoesNotTakeBackWhatWasReclaimed() {
    List<EntryId> published = publish(stream(), MAIL, 1, 2);
    read(stream(), MAIL, "a");
    passIdle(idle());
    stream().reclaim(MAIL, "b", idle(), 1);

    Extended extended = stream().extend(MAIL, "a", published);

    assertThat(extended.lost()).containsExactly(published.get(0));
    assertThat(extended.mine(published.get(0))).isFalse();
    assertThat(extended.mine(published.get(1))).isTrue();
    assertThat(extended.gone()).isEmpty();
    passIdle(idle());
    assertThat(reclaim(this, "c")).extracting(Delivery::reclaimedFrom).containsExactly("b", "a");
  }

  @Test
  default void whatIsSettledOrUnreadIsLostToAnExtend() {
    EntryId settled = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");
    EntryId unread = publish(stream(), MAIL, 2);
    stream().settle(MAIL, List.of(settled));

    assertThat(stream().extend(MAIL, "a", List.of(settled, unread)))
        .isEqualTo(new Extended(Set.of(settled, unread), Set.of()));
    assertThat(stream().extend(MAIL, "a", List.of())).isEqualTo(new Extended(Set.of(), Set.of()));
    assertThat(ids(read(stream(), MAIL, "b"))).as("still unread").containsExactly(unread);
  }

  @Test
  default void aliveIsWhatWillStillReachAWorker() {
    List<EntryId> published = publish(stream(), MAIL, 1, 30);
    assertThat(stream().alive(MAIL, published)).containsExactlyInAnyOrderElementsOf(published);

    stream().read(MAIL, "a", 2, Duration.ZERO);
    stream().settle(MAIL, published.subList(0, 1));

    assertThat(stream().alive(MAIL, published))
        .containsExactlyInAnyOrderElementsOf(published.subList(1, 30));
    assertThat(stream().alive(MAIL, List.of())).isEmpty();
    assertThat(stream().alive("never_used", published)).isEmpty();
  }
}
