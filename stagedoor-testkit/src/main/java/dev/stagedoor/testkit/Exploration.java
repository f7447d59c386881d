package dev.stagedoor.testkit;

import dev.stagedoor.testkit.interleave.Verdict;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an exploration found.
 *
 * @param effect the one that it is about; null where it is about none
 * @param interleavings how many were run
 * @param replays how many of them were played a second time, and went the same way
 * @param replay the smallest interleaving that shows it; of {@link Verdict#ONCE}, the last one
 * @param report for people: the timeline, what closes it, how to see it again
 * @param trace what happened, line by line; the same whenever the replay is played
 * @param fingerprint of every event of every interleaving: equal if two explorations went the same
 *     way
 * @param test the source of a JUnit test that plays the replay by calling the test that runs now,
 *     in the same package; where that cannot be called so, the annotation and why. Empty for {@link
 *     Verdict#ONCE}. Also at the end of what {@link SecondRun#verify} throws, if the system
 *     property {@code stagedoor.print} is {@code test}
 */
public record Exploration(
    Verdict verdict,
    @Nullable String effect,
    int interleavings,
    int replays,
    String replay,
    String report,
    List<String> trace,
    String fingerprint,
    String test,
    Duration elapsed) {}
