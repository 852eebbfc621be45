package org.legio.runtime.net;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The certificate of one process: its name is the job's proof of its key. So only who knows the
 * secret can make one, and no authority is needed. Source: RFC 5280, section 4.1; X.690 (DER).
 */
final class JobCertificate {
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final String NAME = "CN=";

  private static final int INTEGER = 0x02;
  private static final int BIT_STRING = 0x03;
  private static final int UTF8_STRING = 0x0C;
  private static final int UTC_TIME = 0x17;
  private static final int SEQUENCE = 0x30;
  private static final int SET = 0x31;
  private static final int VERSION = 0xA0;
  private static final int MAX_SHORT_LENGTH = 0x7F;

  /** {@code ecdsa-with-SHA256}, 1.2.840.10045.4.3.2. */
  private static final byte[] ALGORITHM = HexFormat.of().parseHex("06082A8648CE3D040302");

  /** {@code commonName}, 2.5.4.3. */
  private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");

  private JobCertificate() {}

  /** Makes the certificate of a key on the curve P-256, which the key itself signs. */
  static X509Certificate make(JobSecret secret, KeyPair keys) throws GeneralSecurityException {
    byte[] algorithm = der(SEQUENCE, ALGORITHM);
    byte[] name =
        der(
            SEQUENCE,
            der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, text(proof(secret, keys))))));
    byte[] content =
        der(
            SEQUENCE,
            der(VERSION, der(INTEGER, new byte[] {2})),
            der(INTEGER, new byte[] {1}),
            algorithm,
            name,
            der(
                SEQUENCE,
                der(UTC_TIME, text("000101000000Z")),
                der(UTC_TIME, text("491231235959Z"))),
            name,
            keys.getPublic().getEncoded());
    Signature signature = Signature.getInstance(SIGNATURE);
    signature.initSign(keys.getPrivate());
    signature.update(content);
    byte[] whole =
        der(SEQUENCE, content, algorithm, der(BIT_STRING, new byte[1], signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(whole));
  }

  /** Whether somebody has made a certificate who knows the secret. */
  static boolean isOf(JobSecret secret, X509Certificate certificate) {
    String name = certificate.getSubjectX500Principal().getName();
    String hex = name.startsWith(NAME) ? name.substring(NAME.length()) : "";
    return hex.matches("([0-9a-f]{2})+")
        && secret.isProven(HexFormat.of().parseHex(hex), certificate.getPublicKey().getEncoded());
  }

  private static String proof(JobSecret secret, KeyPair keys) {
    return HexFormat.of().formatHex(secret.proof(keys.getPublic().getEncoded()));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A value with its tag and length. */
  private static byte[] der(int tag, byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    List<Byte> head = new ArrayList<>(List.of((byte) tag));
    if (length > MAX_SHORT_LENGTH) {
      int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + 7) / Byte.SIZE;
      head.add((byte) (MAX_SHORT_LENGTH + 1 + bytes));
      for (int i = bytes - 1; i >= 0; i--) {
        head.add((byte) (length >> (i * Byte.SIZE)));
      }
    } else {
      head.add((byte) length);
    }
    byte[] all = new byte[head.size() + length];
    int at = 0;
    for (byte each : head) {
      all[at++] = each;
    }
    for (byte[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }
}
