package org.legio.runtime.net;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The secret of a job, by which its processes know each other, and whether it encrypts what they
 * send. It is never printed.
 */
public final class JobSecret {
  /** The bytes that nobody else knows. */
  public static final int KEY_BYTES = 32;

  /** All that processes of the job are told. */
  public static final int BYTES = KEY_BYTES + 1;

  static final int PROOF_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] key;
  private final boolean isEncrypting;
  private @Nullable JobTls tls;

  private JobSecret(byte[] key, boolean isEncrypting) {
    this.key = key;
    this.isEncrypting = isEncrypting;
  }

  /**
   * A new one.
   *
   * @param isEncrypting whether connections are encrypted
   */
  public static JobSecret random(boolean isEncrypting) {
    return new JobSecret(randomBytes(), isEncrypting);
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
    return new JobSecret(Arrays.copyOf(bytes, KEY_BYTES), bytes[KEY_BYTES] != 0);
  }

  /** For those who start processes of the job; never for a command line, a file or a log. */
  public byte[] bytes() {
    byte[] bytes = Arrays.copyOf(key, BYTES);
    bytes[KEY_BYTES] = (byte) (isEncrypting ? 1 : 0);
    return bytes;
  }

  /**
   * An open connection, encrypted if the job encrypts.
   *
   * @param isCaller whether this process has connected, and not the other one
   */
  synchronized Wire secured(Wire open, boolean isCaller) throws IOException {
    if (!isEncrypting) {
      return open;
    }
    JobTls made = tls;
    if (made == null) {
      made = new JobTls(this);
      tls = made;
    }
    return made.over(open, isCaller);
  }

  static byte[] randomBytes() {
    byte[] made = new byte[KEY_BYTES];
    RANDOM.nextBytes(made);
    return made;
  }

  /** What only those can compute of some bytes who know the secret. */
  byte[] proof(byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
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
