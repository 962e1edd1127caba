package dev.trestle.stak.email;

import dev.trestle.http.TestCertificate;
import dev.trestle.stak.email.SmtpServer.Security;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * TLS in front of a real SMTP server, with a certificate of the test: from the first byte, or after
 * STARTTLS, which GreenMail does not have.
 */
final class TlsMailServer implements AutoCloseable {
  private final MailServer behind = new MailServer();
  private final AtomicInteger connections = new AtomicInteger();
  private final String host;
  private final Security security;
  private final SSLContext keys;
  private final ServerSocket socket;

  /** Listens at this host, whether the certificate names it or not. */
  TlsMailServer(String host, Security security, TestCertificate certificate) {
    this.host = host;
    this.security = security;
    this.keys = certificate.serving();
    try {
      socket = new ServerSocket(0, 50, InetAddress.getByName(host));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::serve);
  }

  SmtpServer address() {
    return new SmtpServer(host, socket.getLocalPort(), security, Optional.empty(), "");
  }

  MailServer behind() {
    return behind;
  }

  /** How many connections were opened, secret or not. */
  int connections() {
    return connections.get();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try {
        var connection = socket.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection;
        var smtp = new Socket(InetAddress.getLoopbackAddress(), behind.port())) {
      if (security == Security.STARTTLS) {
        // The greeting was in plain text; the server's own greeting is not repeated.
        startTls(connection);
        line(smtp);
      }
      try (var secret = tls(connection)) {
        Thread.ofVirtual().start(() -> copy(smtp, secret));
        copy(secret, smtp);
      }
    } catch (IOException e) {
      // The client has gone, or does not trust the certificate.
    }
  }

  private static void startTls(Socket connection) throws IOException {
    say(connection, "220 front");
    line(connection);
    say(connection, "250-front");
    say(connection, "250 STARTTLS");
    line(connection);
    say(connection, "220 go on");
  }

  private SSLSocket tls(Socket connection) throws IOException {
    var made = (SSLSocket) keys.getSocketFactory().createSocket(connection, "", 0, true);
    made.setUseClientMode(false);
    made.startHandshake();
    return made;
  }

  private static void copy(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.close();
    } catch (IOException e) {
      // One of them has gone.
    }
  }

  /** Reads byte by byte: what follows belongs to TLS. */
  private static String line(Socket connection) throws IOException {
    var line = new StringBuilder();
    for (int each = connection.getInputStream().read();
        each >= 0 && each != '\n';
        each = connection.getInputStream().read()) {
      line.append((char) each);
    }
    return line.toString();
  }

  private static void say(Socket connection, String line) throws IOException {
    connection.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    behind.close();
  }
}
