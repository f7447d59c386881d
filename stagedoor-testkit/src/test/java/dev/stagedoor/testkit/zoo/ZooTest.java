package dev.stagedoor.testkit.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stagedoor.testkit.Exploration;
import dev.stagedoor.testkit.interleave.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZooTest {
  private static final Explored EXPLORED = new Explored(25, 25, false);
  private static final Smallest KNOWN = Smallest.known();

  @TestFactory
  Stream<DynamicTest> everyWrongOneIsFound() {
    return Specimen.wrong().stream()
        .map(specimen -> DynamicTest.dynamicTest(specimen.toString(), () -> isFound(specimen)));
  }

  private static void isFound(Specimen specimen) {
    Exploration said = EXPLORED.of(specimen);
    assertThat(said.verdict()).as(said.report()).isEqualTo(specimen.expected());
    assertThat(EXPLORED.isReplayed(specimen)).as("replayed: " + said.replay()).isTrue();
    String known = Objects.requireNonNull(KNOWN.of(specimen), "smallest.txt has no line for it");
    assertThat(length(said.replay())).as(said.report()).isLessThanOrEqualTo(length(known));
  }

  private static int length(String replay) {
    return replay.split(" ").length;
  }

  @TestFactory
  Stream<DynamicTest> everyRightOnePasses() {
    return Specimen.right().stream()
        .map(specimen -> DynamicTest.dynamicTest(specimen.toString(), () -> passes(specimen)));
  }

  private static void passes(Specimen specimen) {
    Exploration said = EXPLORED.of(specimen);
    assertThat(said.verdict()).as(said.report()).isEqualTo(Verdict.ONCE);
  }

  @ParameterizedTest
  @CsvSource({
    "'mail: look, send, mark', twice.md#provider-key",
    "mail: came again when the key was forgotten, twice.md#key-life",
    "payment: key from the time, twice.md#key-from-the-intent",
    "points: upsert that adds, twice.md#job-id",
    "'shipment: read, then write', twice.md#conditional-write",
    "payment: time-out taken for success, lost.md#refusal-taken-for-done",
    "shipment: locked row passed over, lost.md#absorbed-too-early",
    "'mail: mark, then send', lost.md#record-before-effect",
    "payment: one key for two charges, lost.md",
    "mail: claim that never goes stale, stuck.md"
  })
  void theAdviceIsWhatClosesIt(String specimen, String page) {
    Specimen wrong =
        Specimen.wrong().stream()
            .filter(each -> each.toString().equals(specimen))
            .findFirst()
            .orElseThrow();

    assertThat(EXPLORED.of(wrong).report().lines().map(String::strip))
        .contains("see docs/verdicts/" + page);
  }

  /** Many spellings of one bug would prove nothing. */
  @Test
  void theirSmallestInterleavingsAreNotAllAlike() {
    List<Specimen> wrong = Specimen.wrong();
    assertThat(wrong).allSatisfy(specimen -> assertThat(KNOWN.of(specimen)).isNotNull());
    assertThat(wrong.stream().map(KNOWN::of).distinct()).hasSizeGreaterThanOrEqualTo(24);
    assertThat(wrong.stream().map(Specimen::kind).distinct()).hasSizeGreaterThanOrEqualTo(8);
  }

  @Test
  void thereAreEnoughOfEach() {
    assertThat(Specimen.all().stream().map(Specimen::toString)).doesNotHaveDuplicates();
    assertThat(Specimen.wrong()).hasSizeGreaterThanOrEqualTo(28);
    assertThat(Specimen.right()).hasSizeGreaterThanOrEqualTo(16);
    assertThat(Specimen.wrong()).filteredOn(s -> s.kind().equals("mail")).hasSizeLessThan(14);
  }

  @AfterAll
  static void report() throws IOException {
    new ZooReport(EXPLORED).write();
    EXPLORED.close();
  }
}
