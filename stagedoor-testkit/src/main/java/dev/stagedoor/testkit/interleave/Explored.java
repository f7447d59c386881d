package dev.stagedoor.testkit.interleave;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an exploration came to.
 *
 * @param finding what is wrong; null for nothing
 * @param trace the smallest interleaving that shows it; without a finding, the last one
 * @param interleavings how many were run, shrinking apart
 * @param replays how many of them were played a second time, and went the same way
 * @param coverage which kinds were run, and of how many
 * @param fingerprint of every event of every interleaving: equal if all went the same way
 */
public record Explored(
    @Nullable Finding finding,
    Trace trace,
    int interleavings,
    int replays,
    String coverage,
    String fingerprint,
    Duration took) {}
