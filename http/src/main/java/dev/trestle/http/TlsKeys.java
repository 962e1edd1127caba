package dev.trestle.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate chain and its private key in PEM files, read again when the files change. New
 * connections use the new ones; if they cannot be read, the ones before stay in use.
 */
public final class TlsKeys {
  private static final System.Logger LOG = System.getLogger(TlsKeys.class.getName());
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
  private static final char[] NO_PASSWORD = {};
  private static final byte[] PROBE = "a probe".getBytes(StandardCharsets.US_ASCII);
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /** The files cannot be used. The message is for whoever named them. */
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(String message) {
      super(message);
    }
  }

  private record Version(FileTime certificate, FileTime key) {}

  private final Path certificate;
  private final Path key;

  /** Guards what follows. Held while files are read. */
  private final ReentrantLock lock = new ReentrantLock();

  private Version version;
  private SSLContext context;
  private long checked = System.nanoTime();

  private TlsKeys(Path certificate, Path key, Version version, SSLContext context) {
    this.certificate = certificate;
    this.key = key;
    this.version = version;
    this.context = context;
  }

  public static TlsKeys in(Path certificate, Path key) throws Unusable {
    try {
      return new TlsKeys(certificate, key, version(certificate, key), read(certificate, key));
    } catch (IOException e) {
      throw new Unusable("cannot read " + e.getMessage());
    }
  }

  private static Version version(Path certificate, Path key) throws IOException {
    return new Version(Files.getLastModifiedTime(certificate), Files.getLastModifiedTime(key));
  }

  /** The context for a new connection. */
  SSLContext current() {
    lock.lock();
    try {
      long now = System.nanoTime();
      if (now - checked < CHECK_INTERVAL.toNanos()) return context;
      checked = now;
      readIfChanged();
      return context;
    } finally {
      lock.unlock();
    }
  }

  /** Files that could not be read are tried again; those whose content is no use, once changed. */
  private void readIfChanged() {
    try {
      var found = version(certificate, key);
      if (!found.equals(version)) readNew(found);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot read the new certificate: " + e.getMessage());
    }
  }

  private void readNew(Version found) throws IOException {
    try {
      context = read(certificate, key);
      LOG.log(Level.INFO, "read the certificate again");
    } catch (Unusable e) {
      LOG.log(Level.WARNING, "cannot use the new certificate: " + e.getMessage());
    }
    version = found;
  }

  private static SSLContext read(Path certificate, Path key) throws IOException, Unusable {
    try {
      var chain = chain(certificate);
      var privateKey = privateKey(key);
      requirePair(chain[0].getPublicKey(), privateKey);
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry("key", privateKey, NO_PASSWORD, chain);
      var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, NO_PASSWORD);
      var context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new Unusable("the certificate and the key do not fit together");
    }
  }

  /** Key stores take any two. While files are being replaced, one may still be the old one. */
  private static void requirePair(PublicKey publicKey, PrivateKey privateKey)
      throws GeneralSecurityException {
    var signature =
        Signature.getInstance(
            switch (privateKey.getAlgorithm()) {
              case "RSA" -> "SHA256withRSA";
              case "EC" -> "SHA256withECDSA";
              default -> "EdDSA";
            });
    signature.initSign(privateKey);
    signature.update(PROBE);
    var signed = signature.sign();
    signature.initVerify(publicKey);
    signature.update(PROBE);
    if (!signature.verify(signed)) throw new SignatureException("another key");
  }

  private static Certificate[] chain(Path file) throws IOException, Unusable {
    try {
      var bytes = new ByteArrayInputStream(Files.readAllBytes(file));
      var chain = CertificateFactory.getInstance("X.509").generateCertificates(bytes);
      if (!chain.isEmpty()) return chain.toArray(Certificate[]::new);
    } catch (GeneralSecurityException e) {
      // Said below, without the cause's details.
    }
    throw new Unusable(file + " has no certificate in PEM form");
  }

  private static PrivateKey privateKey(Path file)
      throws IOException, GeneralSecurityException, Unusable {
    var text = KEY.matcher(Files.readString(file, StandardCharsets.US_ASCII));
    if (!text.find()) {
      throw new Unusable(
          file + " has no private key in PKCS#8 (convert it with openssl pkcs8 -topk8 -nocrypt)");
    }
    var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text.group(1)));
    for (var algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException other) {
        // The key is of another algorithm.
      }
    }
    throw new Unusable(file + " has a private key that is neither RSA, EC nor EdDSA");
  }
}
