package dev.stagedoor.effect;

import dev.stagedoor.job.JobId;
import java.time.Instant;
import java.util.Optional;

/**
 * One effect as it stands, and what is known of it.
 *
 * @param state {@code claimed}, {@code done}, {@code unknown} or {@code parked}
 * @param job the job whose run tried it last, or parked it
 * @param firstTriedAt of this intent; the provider's memory of the key is counted from it
 * @param claimedAt empty for a claim that was released
 * @param reference the provider's, where it gave one
 * @param evidence what is known of a failed try, for whoever decides
 * @param intent 1, and one more each time a person has had it done anew under another key
 * @param otherRequest whether the provider knows the key with another request
 * @param decision what a person has decided last
 */
public record EffectState(
    String kind,
    String subject,
    String state,
    JobId job,
    int tries,
    Instant firstTriedAt,
    Optional<Instant> claimedAt,
    Optional<Instant> doneAt,
    Optional<String> reference,
    Optional<String> evidence,
    int intent,
    boolean otherRequest,
    Optional<Decision> decision) {

  /** What a person has decided. */
  public record Decision(String what, String by, Instant at) {}
}
