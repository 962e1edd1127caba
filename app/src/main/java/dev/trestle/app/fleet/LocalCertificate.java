package dev.trestle.app.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/**
 * A certificate for this machine that signs itself, in PEM files.
 *
 * @param file clients that are given this file trust the certificate
 * @param key its private key, which only its owner can read
 */
record LocalCertificate(Path file, Path key) {
  private static final String ALIAS = "fleet";
  private static final int PASSWORD_BYTES = 16;

  /** Makes one in this folder, and replaces an earlier one. */
  static LocalCertificate make(Path folder) {
    var certificate =
        new LocalCertificate(folder.resolve("certificate.pem"), folder.resolve("certificate.key"));
    var store = folder.resolve("certificate.p12");
    var password = password();
    try {
      Files.deleteIfExists(store);
      runKeytool(folder, store, password);
      certificate.write(store, password);
      return certificate;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the certificate cannot be read", e);
    }
  }

  private static String password() {
    var bytes = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The JDK makes certificates with this program only. */
  private static void runKeytool(Path folder, Path store, String password) throws IOException {
    var tool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=ip:127.0.0.1,dns:localhost",
                "-validity",
                "90",
                "-storetype",
                "PKCS12",
                "-storepass:env",
                "STORE_PASSWORD",
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile());
    tool.environment().put("STORE_PASSWORD", password);
    try {
      int exit = tool.start().waitFor();
      if (exit != 0) {
        throw new IOException("keytool failed; its output is in " + folder.resolve("keytool.log"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void write(Path store, String password) throws IOException, GeneralSecurityException {
    var keys = KeyStore.getInstance("PKCS12");
    try (var in = Files.newInputStream(store)) {
      keys.load(in, password.toCharArray());
    }
    Files.delete(store);
    Files.writeString(file, pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded()));
    Files.deleteIfExists(key);
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    var secret = keys.getKey(ALIAS, password.toCharArray());
    Files.writeString(key, pem("PRIVATE KEY", secret.getEncoded()));
  }

  private static String pem(String type, byte[] bytes) {
    var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
  }
}
