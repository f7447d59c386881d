package dev.stagedoor.testkit.zoo;

import dev.stagedoor.testkit.Exploration;
import dev.stagedoor.testkit.SecondRun;
import dev.stagedoor.testkit.interleave.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * What the kit says of each specimen; each is explored once, two at a time: one waits for its
 * server while the other goes on.
 */
final class Explored implements AutoCloseable {
  private static final int AT_A_TIME = 2;
  private static final int TO_BE_FOUND = 2_000;

  private final Map<String, CompletableFuture<Exploration>> said = new LinkedHashMap<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(AT_A_TIME);
  private long replays;
  private long identical;

  /**
   * @param interleavings of each right one, at most
   * @param ofBuiltIn of each built-in technique, at most
   * @param replayed whether those are played twice
   */
  Explored(int interleavings, int ofBuiltIn, boolean replayed) {
    for (Specimen specimen : Specimen.all()) {
      int most = specimen.isBuiltIn() ? ofBuiltIn : interleavings;
      said.put(
          specimen.toString(),
          CompletableFuture.supplyAsync(
              () -> explore(specimen, most, replayed && specimen.isBuiltIn()), threads));
    }
  }

  private static Exploration explore(Specimen specimen, int most, boolean replayed) {
    SecondRun<?> asked = specimen.secondRun().get().atMost(specimen.isWrong() ? TO_BE_FOUND : most);
    return (replayed ? asked.replayingEach() : asked).explore();
  }

  Exploration of(Specimen specimen) {
    return Objects.requireNonNull(said.get(specimen.toString())).join();
  }

  /** Plays what was found once more: is it the same, line by line? */
  boolean isReplayed(Specimen specimen) {
    Exploration found = of(specimen);
    boolean same = specimen.secondRun().get().replay(found.replay()).trace().equals(found.trace());
    replays++;
    identical += same ? 1 : 0;
    return same;
  }

  /** Interleavings that were played again. */
  long replays() {
    return replays + all().stream().mapToLong(Exploration::replays).sum();
  }

  /** Those of them that went the same way; whoever does not ends its exploration. */
  long replaysIdentical() {
    return identical
        + all().stream().mapToLong(Exploration::replays).sum()
        - all().stream().filter(e -> e.verdict() == Verdict.NONDETERMINISTIC).count();
  }

  private List<Exploration> all() {
    return said.values().stream().map(CompletableFuture::join).toList();
  }

  /** Wrong ones for which the kit said what is wrong with them. */
  long found() {
    return Specimen.wrong().stream().filter(s -> of(s).verdict() == s.expected()).count();
  }

  /** Right ones that the kit did not let pass. */
  long falseAlarms() {
    return Specimen.right().stream().filter(s -> of(s).verdict() != Verdict.ONCE).count();
  }

  /** Until a wrong one was found, shrinking and confirming included. */
  long medianMillis() {
    List<Long> millis =
        new ArrayList<>(
            Specimen.wrong().stream().map(s -> of(s).elapsed().toMillis()).sorted().toList());
    return millis.get(millis.size() / 2);
  }

  /** Interleavings of the built-in techniques. */
  long builtInInterleavings() {
    return builtIn().stream().mapToLong(Exploration::interleavings).sum();
  }

  /** Built-in techniques of which the kit said this. */
  long builtIn(Verdict verdict) {
    return builtIn().stream().filter(e -> e.verdict() == verdict).count();
  }

  private List<Exploration> builtIn() {
    return Specimen.all().stream().filter(Specimen::isBuiltIn).map(this::of).toList();
  }

  /** By specimen; the wrong ones only. */
  Map<Specimen, String> smallest() {
    Map<Specimen, String> smallest = new LinkedHashMap<>();
    Specimen.wrong().forEach(specimen -> smallest.put(specimen, of(specimen).replay()));
    return smallest;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
