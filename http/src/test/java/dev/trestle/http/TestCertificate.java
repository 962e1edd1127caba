package dev.trestle.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate for 127.0.0.1 and localhost that signs itself, in PEM files.
 *
 * @param trusting for clients that trust it
 * @param serving for servers that have it
 */
public record TestCertificate(Path certificate, Path key, SSLContext trusting, SSLContext serving) {
  private static final char[] PASSWORD = "changeit".toCharArray();

  /** Makes one with the JDK's keytool. Files of the same folder are replaced. */
  public static TestCertificate in(Path folder, String name) {
    try {
      var store = folder.resolve(name + ".p12");
      Files.deleteIfExists(store);
      var tool =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                  "-genkeypair",
                  "-alias",
                  "key",
                  "-keyalg",
                  "EC",
                  "-groupname",
                  "secp256r1",
                  "-dname",
                  "CN=" + name,
                  "-ext",
                  "SAN=ip:127.0.0.1,dns:localhost",
                  "-validity",
                  "2",
                  "-storetype",
                  "PKCS12",
                  "-storepass",
                  "changeit",
                  "-keystore",
                  store.toString())
              .redirectErrorStream(true)
              .start();
      try (var out = tool.getInputStream()) {
        var said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
        if (!tool.waitFor(60, TimeUnit.SECONDS) || tool.exitValue() != 0) {
          throw new IllegalStateException("keytool: " + said);
        }
      }
      try (var in = Files.newInputStream(store)) {
        return read(folder, in);
      }
    } catch (IOException | InterruptedException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static TestCertificate read(Path folder, InputStream in)
      throws IOException, GeneralSecurityException {
    var keys = KeyStore.getInstance("PKCS12");
    keys.load(in, PASSWORD);
    var certificate = keys.getCertificate("key");
    var certificateFile = folder.resolve("certificate.pem");
    var keyFile = folder.resolve("key.pem");
    Files.writeString(certificateFile, pem("CERTIFICATE", certificate.getEncoded()));
    Files.writeString(keyFile, pem("PRIVATE KEY", keys.getKey("key", PASSWORD).getEncoded()));
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, PASSWORD);
    trusted.setCertificateEntry("server", certificate);
    var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trusted);
    var context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    var serving = SSLContext.getInstance("TLS");
    serving.init(own.getKeyManagers(), null, null);
    return new TestCertificate(certificateFile, keyFile, context, serving);
  }

  private static String pem(String type, byte[] bytes) {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
  }
}
