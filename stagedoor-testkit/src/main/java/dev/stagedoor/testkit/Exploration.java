package dev.stagedoor.testkit;

import dev.stagedoor.testkit.interleave.Verdict;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What running a handler through its second runs has shown.
 *
 * @param effect the effect that the verdict is about, null where it is about none
 * @param interleavings how many were run
 * @param replay the smallest interleaving that fails, empty for {@link Verdict#ONCE}
 * @param report what a failing test prints
 */
public record Exploration(
    Verdict verdict,
    @Nullable String effect,
    int interleavings,
    String replay,
    String report,
    Duration elapsed) {}
