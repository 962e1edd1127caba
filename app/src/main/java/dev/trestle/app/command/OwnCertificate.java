package dev.trestle.app.command;

import dev.trestle.cli.UsageError;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the server's own certificate and no other, under whatever name it is reached: commands
 * connect to this machine, and the certificate is for the server's public name.
 */
final class OwnCertificate extends X509ExtendedTrustManager {
  private final X509Certificate own;

  private OwnCertificate(X509Certificate own) {
    this.own = own;
  }

  static SSLContext trusting(Path file) {
    try (var in = Files.newInputStream(file)) {
      var own = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new OwnCertificate(own)}, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new UsageError("cannot read the certificate " + file);
    }
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    if (chain.length == 0 || !chain[0].equals(own)) {
      throw new CertificateException("this is not the server's own certificate");
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw new CertificateException("there are no clients");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("there are no clients");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("there are no clients");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
