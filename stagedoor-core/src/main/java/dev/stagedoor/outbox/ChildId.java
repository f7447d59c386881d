package dev.stagedoor.outbox;

import dev.stagedoor.job.JobId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Mints the id of a job that a run enqueues: every run of the parent's round mints the same for the
 * same child. Laid out as a UUIDv7 with the parent's time, so that history is kept by one clock.
 */
final class ChildId {
  private static final long TIME = 0xFFFF_FFFF_FFFF_0000L;
  private static final long VERSION = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private ChildId() {}

  /**
   * @param round of the parent; a job made due once more for a newer change enqueues anew
   * @param what the type's name and the payload's text
   */
  static JobId mint(JobId parent, int round, String... what) {
    MessageDigest digest = sha256();
    long high = parent.value().getMostSignificantBits();
    digest.update(
        ByteBuffer.allocate(20)
            .putLong(high)
            .putLong(parent.value().getLeastSignificantBits())
            .putInt(round)
            .flip());
    for (String text : what) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip()); // "a","bc" is not "ab","c"
      digest.update(bytes);
    }
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new JobId(
        new UUID(
            (high & TIME) | VERSION | (hash.getShort() & 0x0FFF),
            VARIANT | (hash.getLong() & 0x3FFF_FFFF_FFFF_FFFFL)));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
