package org.legio.runtime.net;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret of a job, by which its processes know each other. It is never printed. */
public final class JobSecret {
  public static final int BYTES = 32;

  static final int PROOF_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] bytes;

  private JobSecret(byte[] bytes) {
    this.bytes = bytes;
  }

  public static JobSecret random() {
    return new JobSecret(randomBytes());
  }

  /**
   * A secret that another process has made.
   *
   * @throws IllegalArgumentException if it has another length
   */
  public static JobSecret of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a secret of %d bytes: %d are expected".formatted(bytes.length, BYTES));
    }
    return new JobSecret(bytes.clone());
  }

  /** For those who start processes of the job; never for a command line, a file or a log. */
  public byte[] bytes() {
    return bytes.clone();
  }

  static byte[] randomBytes() {
    byte[] made = new byte[BYTES];
    RANDOM.nextBytes(made);
    return made;
  }

  /** What only those can compute of some bytes who know the secret. */
  byte[] proof(byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(bytes, ALGORITHM));
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
    }
  }

  /** Whether a proof is right; takes as long for a wrong one. */
  boolean isProven(byte[] proof, byte[]... parts) {
    return MessageDigest.isEqual(proof, proof(parts));
  }

  @Override
  public String toString() {
    return "the job's secret";
  }
}
