package dev.stagedoor.outbox;

import dev.stagedoor.job.JobId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Mints a job id from what the job is for, so that whoever mints it again gets the same. Laid out
 * as a UUIDv7 whose other bits are a hash. Internal to the library.
 */
public final class MintedId {
  private static final long VERSION = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private MintedId() {}

  /**
   * @param millis the time in the id, from the epoch
   * @param origin what the id is made from, numbers first
   * @param texts the rest of it
   */
  public static JobId of(long millis, ByteBuffer origin, String... texts) {
    MessageDigest digest = sha256();
    digest.update(origin);
    for (String text : texts) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip()); // "a","bc" is not "ab","c"
      digest.update(bytes);
    }
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    return new JobId(
        new UUID(
            (millis << 16) | VERSION | (hash.getShort() & 0x0FFF),
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
