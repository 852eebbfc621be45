package org.legio.runtime.net;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the connections of one process by TLS 1.3. Both sides show a {@link JobCertificate}. The
 * {@link Handshake} follows as on other connections.
 */
final class JobTls {
  private static final String PROTOCOL = "TLSv1.3";
  private static final char[] NO_PASSWORD = {};

  private final SSLContext context;

  /** Makes a key and its certificate. */
  JobTls(JobSecret secret) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      Certificate[] chain = {JobCertificate.make(secret, keys)};
      store.setKeyEntry("job", keys.getPrivate(), NO_PASSWORD, chain);
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, NO_PASSWORD);
      context = SSLContext.getInstance(PROTOCOL);
      context.init(managers.getKeyManagers(), new TrustManager[] {new SameJob(secret)}, null);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK has no " + PROTOCOL + " with EC keys", e);
    }
  }

  /** The encrypted connection over an open one. */
  Wire over(Wire open, boolean isCaller) throws IOException {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(isCaller);
    engine.setNeedClientAuth(true);
    engine.setEnabledProtocols(new String[] {PROTOCOL});
    return new TlsWire(open, engine);
  }

  /** Trusts the processes of a job, and nobody else. */
  private static final class SameJob extends X509ExtendedTrustManager {
    private final JobSecret secret;

    SameJob(JobSecret secret) {
      this.secret = secret;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      if (chain.length != 1 || !JobCertificate.isOf(secret, chain[0])) {
        throw new CertificateException("the certificate is not of this job");
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
