package dev.stagedoor.testkit.contract;

import static dev.stagedoor.testkit.contract.Entries.MAIL;
import static dev.stagedoor.testkit.contract.Entries.NEVER;
import static dev.stagedoor.testkit.contract.Entries.REPORTS;
import static dev.stagedoor.testkit.contract.Entries.ids;
import static dev.stagedoor.testkit.contract.Entries.publish;
import static dev.stagedoor.testkit.contract.Entries.read;
import static dev.stagedoor.testkit.contract.Entries.reclaim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stagedoor.stream.Delivery;
import dev.stagedoor.stream.EntryId;
import dev.stagedoor.stream.Extended;
import dev.stagedoor.stream.JobStream;
import dev.stagedoor.stream.StreamUnavailable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What losing everything promises: it is noticed, and work goes on without a restart. */
interface LossContract extends StreamFixture {
  @Test
  default void aFreshStreamIsSuspectUntilItsEpochBegins() {
    assertThat(stream().suspectLoss(1, Map.of())).isPresent();

    stream().beginEpoch(1);

    assertThat(stream().suspectLoss(1, Map.of())).isEmpty();
    assertThat(stream().suspectLoss(2, Map.of())).get().asString().contains("epoch");
  }

  @Test
  default void marksThatTheStreamKnowsAreNotSuspect() {
    stream().beginEpoch(3);
    List<EntryId> published = publish(stream(), MAIL, 1, 2);
    Map<String, EntryId> marks = Map.of(MAIL, published.get(1));
    assertThat(stream().suspectLoss(3, marks)).isEmpty();

    read(stream(), MAIL, "a");
    stream().settle(MAIL, published);

    assertThat(stream().suspectLoss(3, marks)).as("all settled").isEmpty();
  }

  @Test
  default void marksThatTheStreamCannotKnowAreSuspect() {
    stream().beginEpoch(3);
    EntryId entry = publish(stream(), MAIL, 1);
    EntryId later = new EntryId("9999999999999-7");

    assertThat(stream().suspectLoss(3, Map.of(MAIL, later))).get().asString().contains("9999999");
    assertThat(stream().suspectLoss(3, Map.of(MAIL, entry, REPORTS, entry)))
        .get()
        .asString()
        .contains(REPORTS);
  }

  @Test
  default void afterALossTheStreamSaysWhyUntilAnEpochBegins() {
    stream().beginEpoch(3);
    EntryId before = publish(stream(), MAIL, 1);
    loseEverything();

    assertThat(stream().suspectLoss(3, Map.of())).get().asString().isNotBlank();
    assertThat(stream().suspectLoss(3, Map.of(MAIL, before))).isPresent();

    stream().beginEpoch(4);
    EntryId after = publish(stream(), MAIL, 1);
    assertThat(stream().suspectLoss(4, Map.of(MAIL, after))).isEmpty();
  }

  @Test
  default void C34_whatIsPublishedAfterALossIsReadFromTheVeryFirst() {
    publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");
    loseEverything();

    List<EntryId> published = publish(stream(), MAIL, 2, 4); // before any reader has noticed

    assertThat(ids(read(stream(), MAIL, "a"))).isEqualTo(published);
  }

  @Test
  default void C33_everyCommandGoesOnAfterALoss() {
    List<EntryId> before = publish(stream(), MAIL, 1, 2);
    read(stream(), MAIL, "a");
    loseEverything();

    assertThat(stream().depth(MAIL)).isZero();
    assertThat(stream().alive(MAIL, before)).isEmpty();
    stream().settle(MAIL, before);
    assertThat(reclaim(this, "b")).isEmpty();
    stream().leave(MAIL, "a");
    assertThat(stream().dropIdleConsumers(MAIL, NEVER)).isZero();
    assertThat(read(stream(), MAIL, "a")).isEmpty();

    EntryId after = publish(stream(), MAIL, 3);
    assertThat(ids(read(stream(), MAIL, "a"))).containsExactly(after);
    passIdle(idle());
    assertThat(ids(reclaim(this, "b"))).containsExactly(after);
  }

  @Test
  default void entriesThatWentWithTheStreamAreGoneNotLost() {
    List<EntryId> before = publish(stream(), MAIL, 1, 2);
    read(stream(), MAIL, "a");
    loseEverything();

    Extended missing = stream().extend(MAIL, "a", before);

    assertThat(missing).isEqualTo(new Extended(Set.of(), Set.copyOf(before)));
  }

  @Test
  default void aStreamMadeAnewStillKnowsWhatWentWithTheOldOne() {
    EntryId before = publish(stream(), MAIL, 1);
    read(stream(), MAIL, "a");
    loseEverything();
    read(stream(), MAIL, "b"); // somebody else notices first
    EntryId after = publish(stream(), MAIL, 2);
    read(stream(), MAIL, "b");

    assertThat(stream().extend(MAIL, "a", List.of(before, after)))
        .isEqualTo(new Extended(Set.of(after), Set.of(before)));
  }

  @Test
  default void C33_aWaitingReaderOutlivesALoss() throws Exception {
    CompletableFuture<List<Delivery>> reader = WaitingReader.start(stream(), MAIL, "a", 10);
    loseEverything();
    EntryId after = publish(stream(), MAIL, 1);

    List<Delivery> first = reader.get(10, TimeUnit.SECONDS);

    assertThat(ids(first.isEmpty() ? read(stream(), MAIL, "a") : first)).containsExactly(after);
  }

  @Test
  default void onlyAStreamInThisProcessIsRenamed() {
    stream().beginEpoch(1);
    EntryId entry = publish(stream(), MAIL, 1);
    String before = stream().name();

    stream().rename();

    if (stream().inProcess()) {
      assertThat(stream().name()).isNotEqualTo(before);
      assertThat(stream().depth(MAIL)).isZero();
      assertThat(stream().suspectLoss(1, Map.of())).isPresent();
    } else {
      assertThat(stream().name()).isEqualTo(before);
      assertThat(stream().alive(MAIL, List.of(entry))).containsExactly(entry);
      assertThat(stream().suspectLoss(1, Map.of())).isEmpty();
    }
  }

  @Test
  default void aReaderGoesOnAfterARename() {
    read(stream(), MAIL, "a");
    stream().rename();
    EntryId entry = publish(stream(), MAIL, 1);

    assertThat(ids(read(stream(), MAIL, "a"))).containsExactly(entry);
  }

  @Test
  default void closingEndsABlockedReadAndRefusesWhatFollows() throws Exception {
    JobStream client = clients(1).get(0);
    CompletableFuture<List<Delivery>> reader = WaitingReader.start(client, MAIL, "a", 1);

    client.close();
    client.close();

    try {
      assertThat(reader.get(10, TimeUnit.SECONDS)).isEmpty();
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(StreamUnavailable.class);
    }
    assertThatThrownBy(() -> client.depth(MAIL)).isInstanceOf(StreamUnavailable.class);
  }
}
