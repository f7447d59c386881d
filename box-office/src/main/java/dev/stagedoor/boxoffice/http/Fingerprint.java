package dev.stagedoor.boxoffice.http;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Tells two requests apart without keeping them. */
public final class Fingerprint {
  private Fingerprint() {}

  /** SHA-256. */
  public static byte[] of(byte[] request) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(request);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
