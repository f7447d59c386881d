package dev.stagedoor.testkit.interleave;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** A digest of lines; grows. */
final class Fingerprint {
  private static final int BYTES = 8;
  private byte[] digest = new byte[0];

  void add(List<String> lines) {
    MessageDigest sha = sha();
    sha.update(digest);
    lines.forEach(line -> sha.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
    digest = sha.digest();
  }

  private static MessageDigest sha() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(digest, 0, Math.min(BYTES, digest.length));
  }
}
