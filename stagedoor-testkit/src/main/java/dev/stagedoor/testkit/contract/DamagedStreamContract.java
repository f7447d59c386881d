package dev.stagedoor.testkit.contract;

import static dev.stagedoor.testkit.contract.Entries.MAIL;
import static dev.stagedoor.testkit.contract.Entries.REPORTS;
import static dev.stagedoor.testkit.contract.Entries.entry;
import static dev.stagedoor.testkit.contract.Entries.ids;
import static dev.stagedoor.testkit.contract.Entries.publish;
import static dev.stagedoor.testkit.contract.Entries.read;
import static dev.stagedoor.testkit.contract.Entries.reclaim;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.Publication;
import dev.stagedoor.stream.StreamEntry;
import dev.stagedoor.testkit.contract.Damage.Field;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a stream on a server promises when others reach into it: an orphan is told from a living
 * entry, and bytes that are not ours end no loop.
 */
public interface DamagedStreamContract extends StreamFixture {
  /** The hands that reach in. */
  Damage damage();

  @Test
  default void anEntryWhoseConsumerWasDeletedIsAnOrphanNotAlive() {
    EntryId orphan = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");
    damage().deleteConsumer(MAIL, "a");

    assertThat(stream().depth(MAIL)).as("it exists").isEqualTo(1);
    assertThat(stream().alive(MAIL, List.of(orphan))).as("nobody will read it").isEmpty();

    List<EntryId> again = stream().publish(List.of(new Publication(entry(MAIL, 1), orphan)));
    assertThat(stream().depth(MAIL)).as("the orphan went in the same step").isEqualTo(1);
    assertThat(ids(read(stream(), MAIL, "b"))).isEqualTo(again);
  }

  @Test
  default void reclaimDeletesOrphansAndNothingElse() {
    List<EntryId> published = publish(stream(), MAIL, 1, 5);
    List<Delivery> orphans = stream().read(MAIL, "a", 2, Duration.ZERO);
    EntryId pending = stream().read(MAIL, "b", 1, Duration.ZERO).get(0).entryId();
    EntryId orphanAfterIt = stream().read(MAIL, "c", 1, Duration.ZERO).get(0).entryId();
    damage().deleteConsumer(MAIL, "a");
    damage().deleteConsumer(MAIL, "c");

    assertThat(stream().reclaim(MAIL, "b", Duration.ofHours(1), 10)).isEmpty();
    assertThat(stream().depth(MAIL)).as("without %s", ids(orphans)).isEqualTo(3);
    assertThat(stream().alive(MAIL, published)).containsOnly(pending, published.get(4));

    stream().settle(MAIL, List.of(pending));
    stream().reclaim(MAIL, "b", Duration.ofHours(1), 10);
    assertThat(stream().depth(MAIL)).as("without %s too", orphanAfterIt).isEqualTo(1);
    assertThat(ids(read(stream(), MAIL, "b"))).containsExactly(published.get(4));
  }

  @Test
  default void reclaimKeepsWhatAGroupThatWasSetBackWillReadAgain() {
    List<EntryId> published = publish(stream(), MAIL, 1, 3);
    stream().read(MAIL, "a", 3, Duration.ZERO);
    damage().acknowledgeOnly(MAIL, published.get(0));
    damage().setBack(MAIL);

    stream().reclaim(MAIL, "b", Duration.ofHours(1), 10);

    assertThat(ids(read(stream(), MAIL, "b"))).isEqualTo(published);
  }

  @Test
  default void anAcknowledgedEntryThatStillExistsIsNotAlive() {
    List<EntryId> published = publish(stream(), MAIL, 1, 2);
    read(stream(), MAIL, "a");
    damage().acknowledgeOnly(MAIL, published.get(0));

    assertThat(stream().alive(MAIL, published)).containsExactly(published.get(1));
  }

  @Test
  default void C31_trimmedEntriesAreNotAliveAndAreDroppedByReclaim() {
    List<EntryId> published = publish(stream(), MAIL, 1, 5);
    stream().read(MAIL, "a", 2, Duration.ZERO);
    passIdle(idle());
    damage().trim(MAIL);

    assertThat(stream().alive(MAIL, published)).isEmpty();
    assertThat(reclaim(this, "b")).isEmpty();
    assertThat(damage().pending(MAIL)).as("they left the pending list").isZero();

    EntryId after = publish(stream(), MAIL, 6);
    assertThat(stream().alive(MAIL, List.of(after))).containsExactly(after);
    assertThat(ids(read(stream(), MAIL, "a"))).containsExactly(after);
  }

  @Test
  default void aTrimmedEntryIsGoneNotLost() {
    List<EntryId> published = publish(stream(), MAIL, 1, 2);
    read(stream(), MAIL, "a");
    damage().trim(MAIL);

    for (int beat = 1; beat <= 2; beat++) {
      assertThat(stream().extend(MAIL, "a", published))
          .as("beat %d", beat)
          .isEqualTo(new Extended(Set.of(), Set.copyOf(published)));
    }
  }

  @Test
  default void aReplacedEntryLeavesThePendingList() {
    EntryId pending = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");

    stream().publish(List.of(new Publication(entry(MAIL, 1), pending)));

    assertThat(damage().pending(MAIL)).isZero();
    assertThat(stream().depth(MAIL)).isEqualTo(1);
  }

  @Test
  default void C30_settlingLeavesNothingPendingAndNothingStored() {
    List<EntryId> published = publish(stream(), MAIL, 1, 3);
    read(stream(), MAIL, "a");

    stream().settle(MAIL, published.subList(0, 2));

    assertThat(damage().pending(MAIL)).isEqualTo(1);
    assertThat(stream().depth(MAIL)).isEqualTo(1);
  }

  @Test
  default void C34_aMissingGroupIsMadeFromTheVeryFirstEntry() {
    List<EntryId> published = publish(stream(), MAIL, 1, 2);
    read(stream(), MAIL, "a");
    stream().beginEpoch(1);
    damage().deleteGroup(MAIL);
    assertThat(stream().suspectLoss(1, Map.of(MAIL, published.get(1)))).isPresent();
    assertThat(stream().extend(MAIL, "a", published).gone()).isEqualTo(Set.copyOf(published));

    assertThat(ids(read(stream(), MAIL, "b"))).isEqualTo(published);
  }

  @Test
  default void aMissingStreamIsSuspectWhereThereAreMarks() {
    EntryId mark = publish(stream(), MAIL, 1);
    stream().beginEpoch(1);
    damage().deleteStream(MAIL);

    assertThat(stream().suspectLoss(1, Map.of(MAIL, mark))).get().asString().contains(MAIL);
  }

  /** A reader makes it anew before anybody has looked, and newer entries hide what is lost. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  default void whatWasMissingIsSuspectAfterItWasMadeAnew(boolean onlyGroup) {
    publish(stream(), MAIL, 1, 2);
    read(stream(), MAIL, "a");
    stream().beginEpoch(1);
    if (onlyGroup) {
      damage().deleteGroup(MAIL);
    } else {
      damage().deleteStream(MAIL);
    }
    read(stream(), MAIL, "b");
    EntryId newest = publish(stream(), MAIL, 3);

    assertThat(stream().suspectLoss(1, Map.of(MAIL, newest))).isPresent();

    stream().beginEpoch(2);
    assertThat(stream().suspectLoss(2, Map.of(MAIL, newest))).isEmpty();
    publish(stream(), REPORTS, 4);
    assertThat(stream().suspectLoss(2, Map.of(MAIL, newest))).as("a new queue").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "JOB_ID,",
    "JOB_ID,41",
    "JOB_ID,1-1-1-1-1",
    "ATTEMPT,",
    "ATTEMPT,one",
    "ATTEMPT,0",
    "TYPE,",
    "TYPE,send\u0000tickets"
  })
  default void C43_anUnreadableEntryIsDeliveredWithoutItsContent(Field field, String bytes) {
    EntryId good = publish(stream(), MAIL, 1);
    EntryId bad =
        damage().publishWith(MAIL, Map.of(field, bytes == null ? new byte[0] : utf8(bytes)));
    EntryId foreign = damage().publishForeign(MAIL);
    EntryId alsoGood = publish(stream(), MAIL, 2);

    List<Delivery> read = read(stream(), MAIL, "a");

    assertThat(ids(read)).containsExactly(good, bad, foreign, alsoGood);
    assertThat(read)
        .extracting(Delivery::entry)
        .containsExactly(entry(MAIL, 1), null, null, entry(MAIL, 2));
    passIdle(idle());
    assertThat(reclaim(this, "b")).hasSize(4);
    stream().settle(MAIL, List.of(bad, foreign));
    assertThat(stream().depth(MAIL)).isEqualTo(2);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  default void C43_aPayloadThatIsNotTextIsLeftOut() {
    aPayloadIsLeftOut(new byte[] {'{', (byte) 0xC3, (byte) 0x28});
  }

  /** PostgreSQL cannot store a NUL: whatever is written of it would fail for ever. */
  @Test
  default void aPayloadWithANulIsLeftOut() {
    aPayloadIsLeftOut(new byte[] {'"', 0, '"'});
  }

  private void aPayloadIsLeftOut(byte[] payload) {
    damage().publishWith(MAIL, Map.of(Field.PAYLOAD, payload));

    List<Delivery> read = read(stream(), MAIL, "a");

    assertThat(read)
        .extracting(Delivery::entry)
        .satisfiesExactly(
            entry -> {
              assertThat(entry).isNotNull();
              assertThat(entry).extracting(StreamEntry::payload).isNull();
              assertThat(entry).extracting(StreamEntry::type).isEqualTo("send_tickets");
            });
  }
}
