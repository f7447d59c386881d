package dev.stagedoor.testkit.interleave;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an exploration came to.
 *
 * @param finding what is wrong; null for nothing
 * @param trace the smallest interleaving that shows it; without a finding, the last one
 * @param interleavings how many were run, shrinking apart
 * @param coverage which kinds were run, and of how many
 * @param shrunkFrom choices of the interleaving that was found first
 */
public record Explored(
    @Nullable Finding finding,
    Trace trace,
    int interleavings,
    String coverage,
    int shrunkFrom,
    Duration took) {}
