package dev.stagedoor.testkit.interleave;

import dev.stagedoor.testkit.path.Job;
import dev.stagedoor.testkit.world.Scene;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Tries interleavings until one fails or none is left that is worth it.
 *
 * <p>Each interleaving that is run shows the branches that it passes: another run's turn, a death,
 * a lost reply, a refusal, a jump of the clock. They are put on a list by kind, and each is run
 * once, the fewest changes of turn first: so what a person would call the simplest failure is found
 * early. Branches that differ only in the order of steps that commute are left out. A kind whose
 * list runs empty is exhaustive; where it does not, walks at random use up the rest.
 *
 * <p>What it cannot show: that there is no failure in what was left out. The coverage says what
 * was.
 */
public final class Explorer {
  private static final double AT_RANDOM = 0.1;
  private static final int REPETITIONS = 3;

  /** So many are played for one that comes to its end, at most. */
  private static final int HALF_WAY = 5;

  private final Player player;
  private final Subject subject;
  private final Limits limits;
  private final boolean canBeReclaimed;
  private final Map<Tier, Queue<Branch>> open = new EnumMap<>(Tier.class);

  /**
   * @param canBeReclaimed whether a second run can take the entry over from the first
   */
  public Explorer(
      Scene scene, Subject subject, Job.Prepared job, Limits limits, boolean canBeReclaimed) {
    this.player = new Player(Setting.of(scene, subject, job, limits));
    this.subject = subject;
    this.limits = limits;
    this.canBeReclaimed = canBeReclaimed;
    for (Tier tier : Tier.values()) {
      open.put(
          tier,
          new PriorityQueue<>(
              Comparator.comparingInt(Branch::cost)
                  .thenComparing(branch -> branch.start().choices().size())));
    }
  }

  /** Explores, and shrinks what it finds. */
  public Explored explore() throws Exception {
    long began = System.nanoTime();
    Trace alone = player.alone();
    Finding wrongAlone = failing(alone);
    if (wrongAlone != null) {
      return new Explored(wrongAlone, alone, 1, 0, "a run that is alone", "", since(began));
    }
    Tally tally = new Tally(alone.events().size(), subject.allowed());
    Found found = search(tally);
    Finding finding = found.finding();
    Trace last = found.trace();
    if (finding != null && last.complete()) {
      last = new Shrinker(player).shrink(last, finding);
      finding = confirmed(alone, last, finding);
    }
    return new Explored(
        finding,
        last,
        tally.total(),
        tally.replays(),
        tally.words(),
        tally.fingerprint(),
        since(began));
  }

  private static Duration since(long began) {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /**
   * Plays one interleaving and nothing else; one that the handler does not come to the end of does
   * not pass.
   */
  public Explored replay(Interleaving interleaving) throws Exception {
    long began = System.nanoTime();
    Exactly exactly = new Exactly(interleaving.choices());
    boolean isAlone =
        interleaving.runs() == 1 && interleaving.choices().stream().allMatch(Choice::isPlain);
    Trace trace = isAlone ? player.alone() : player.play(interleaving, exactly);
    Finding finding = failing(trace);
    String passedOver = isAlone ? beyond(interleaving, trace.interleaving()) : exactly.passedOver();
    if (finding == null && !passedOver.isEmpty()) {
      throw new IllegalArgumentException(
          "the replay "
              + interleaving
              + " passes, but is not of this handler, which does not come to"
              + passedOver
              + ": take it away, explore, and keep what is found now");
    }
    return new Explored(
        finding,
        trace,
        1,
        0,
        passedOver.isEmpty()
            ? "a replay"
            : "a replay, but for what the handler does not come to:" + passedOver,
        "",
        since(began));
  }

  /** What a run does not come to that is alone, and so has no choice. */
  private static String beyond(Interleaving wanted, Interleaving went) {
    StringBuilder beyond = new StringBuilder();
    for (int i = 0; i < wanted.choices().size(); i++) {
      Choice choice = wanted.choices().get(i);
      if (i >= went.choices().size() || !went.choices().get(i).equals(choice)) {
        beyond.append(' ').append(choice);
      }
    }
    return beyond.toString();
  }

  /**
   * How many boundaries a run passes that is alone.
   *
   * @throws IllegalStateException if that run fails by itself: that is to be mended first
   */
  public int boundaries() throws Exception {
    Trace alone = player.alone();
    Finding finding = failing(alone);
    if (finding != null) {
      throw new IllegalStateException(
          "one run that is alone is "
              + finding.verdict()
              + ", "
              + finding.what()
              + ": see what SecondRun.verify says");
    }
    return alone.boundaries().get(0);
  }

  /** Delivers again what a process has left that was killed at a boundary. */
  public Explored afterKilling(Death death) throws Exception {
    long began = System.nanoTime();
    Trace trace = player.after(death);
    return new Explored(failing(trace), trace, 1, 0, "a kill", "", since(began));
  }

  private record Found(@Nullable Finding finding, Trace trace) {}

  private Found search(Tally tally) throws Exception {
    put(Branch.root(1, false));
    put(Branch.root(2, false));
    if (canBeReclaimed) {
      put(Branch.root(2, true));
    }
    put(Branch.root(3, false));
    int inOrder = limits.interleavings() - (int) (limits.interleavings() * AT_RANDOM);
    Found found = null;
    for (Tier tier : Tier.values()) {
      int quota = (int) Math.ceil((inOrder - tally.total()) * tier.share());
      found = search(tier, quota, tally, found);
      if (found != null && found.finding() != null) {
        return found;
      }
    }
    return atRandom(tally, Objects.requireNonNull(found));
  }

  private @Nullable Found search(Tier tier, int quota, Tally tally, @Nullable Found before)
      throws Exception {
    Found found = before;
    int plays = HALF_WAY * quota;
    for (int left = quota; left > 0 && plays > 0 && !queue(tier).isEmpty(); plays--) {
      Branch branch = queue(tier).remove();
      Walk walk = new Walk(branch);
      Trace trace = player.play(branch.start(), walk);
      Finding finding = finding(walk, trace);
      if (trace.complete() || finding != null) { // else nothing new was seen
        tally.did(tier);
        tally.went(trace);
        left--;
        if (finding == null) {
          finding = replayed(trace, tally);
        }
        found = new Found(finding, trace);
        if (finding != null) {
          return found;
        }
      }
      walk.seen(trace).forEach(this::put);
    }
    tally.leftOpen(tier, queue(tier).size());
    return found;
  }

  private @Nullable Finding replayed(Trace trace, Tally tally) throws Exception {
    if (!limits.replayEach() || subject.allowed().containsKey(Verdict.NONDETERMINISTIC)) {
      return null;
    }
    Trace again = player.play(trace.interleaving(), new Exactly(trace.interleaving().choices()));
    tally.replayed();
    return trace.signature().equals(again.signature()) ? null : wentAnotherWay(trace, again, "");
  }

  private Found atRandom(Tally tally, Found found) throws Exception {
    boolean somethingIsLeft = open.values().stream().anyMatch(queue -> !queue.isEmpty());
    int walks = somethingIsLeft ? (int) (limits.interleavings() * AT_RANDOM) : 0;
    Random random = new Random(limits.seed());
    for (int i = 0; i < walks; i++) {
      Interleaving start = new Interleaving(2 + i % 2, canBeReclaimed && i % 4 == 0, List.of());
      Trace trace = player.play(start, new AtRandom(random));
      if (!trace.complete()) {
        continue;
      }
      tally.walked(limits.seed());
      tally.went(trace);
      Finding finding = failing(trace);
      if (finding == null) {
        finding = replayed(trace, tally);
      }
      if (finding != null) {
        return new Found(finding, trace);
      }
    }
    return found;
  }

  private Queue<Branch> queue(Tier tier) {
    return Objects.requireNonNull(open.get(tier));
  }

  private void put(Branch branch) {
    Tier tier = branch.tier();
    if (tier != null) {
      queue(tier).add(branch);
    }
  }

  private @Nullable Finding finding(Walk walk, Trace trace) {
    String diverged = walk.diverged(trace);
    if (diverged != null && !subject.allowed().containsKey(Verdict.NONDETERMINISTIC)) {
      return Finding.of(
          Verdict.NONDETERMINISTIC, "the same choices went another way: " + diverged, "");
    }
    return trace.complete() ? failing(trace) : null; // else its runs were made to die
  }

  private @Nullable Finding failing(Trace trace) {
    Optional<Finding> worst =
        trace.findings().stream()
            .filter(finding -> !subject.allowed().containsKey(finding.verdict()))
            .min(Comparator.comparing(Finding::verdict, Verdict.worstFirst()));
    return worst.orElse(null);
  }

  /** Run again, it must go the same way; and so must the run that was alone at the start. */
  private Finding confirmed(Trace alone, Trace trace, Finding finding) throws Exception {
    if (!trace.hung()) {
      Trace again = player.alone();
      if (!alone.signature().equals(again.signature())) {
        return wentAnotherWay(
            alone, again, "first found: " + finding.what() + "; is something static kept?");
      }
    }
    for (int i = 0; i < (trace.hung() ? 1 : REPETITIONS); i++) {
      Trace again = player.play(trace.interleaving(), new Exactly(trace.interleaving().choices()));
      if (!trace.signature().equals(again.signature())) {
        return wentAnotherWay(trace, again, "first found: " + finding.what());
      }
    }
    return finding;
  }

  private static Finding wentAnotherWay(Trace trace, Trace again, String besides) {
    return Finding.of(
        Verdict.NONDETERMINISTIC,
        "the same interleaving went another way: "
            + difference(trace.signature(), again.signature()),
        besides);
  }

  private static String difference(List<String> before, List<String> now) {
    List<String> longer = before.size() > now.size() ? before : now;
    for (int i = 0; i < longer.size(); i++) {
      String first = i < before.size() ? before.get(i) : "the end";
      String second = i < now.size() ? now.get(i) : "the end";
      if (!first.equals(second)) {
        return "event " + (i + 1) + " was " + first + ", then " + second;
      }
    }
    return "";
  }
}
