package dev.trestle.stak.webhook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One POST to an address that was checked before. Written on sockets, because the JDK's client
 * resolves the name again: it could reach another address than the one that was checked.
 *
 * <p>Reads no more than the status line, so a server cannot keep the call by sending slowly or
 * without end. The connection is closed when the time is over, whatever it is waiting for.
 */
final class WebhookCall {
  private static final int STATUS_LINE_MAX = 1024;
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})(?: .*)?");

  private final Duration timeout;
  private final ScheduledExecutorService timer;

  WebhookCall(Duration timeout, ScheduledExecutorService timer) {
    this.timeout = timeout;
    this.timer = timer;
  }

  /** Sends the body; returns the status of the response. */
  int post(URI url, InetAddress address, Map<String, String> headers, String body)
      throws IOException {
    boolean isTls = url.getScheme().equalsIgnoreCase("https");
    int port = url.getPort() >= 0 ? url.getPort() : isTls ? 443 : 80;
    try (var plain = new Socket()) {
      var deadline = timer.schedule(() -> close(plain), timeout.toMillis(), TimeUnit.MILLISECONDS);
      try {
        plain.connect(new InetSocketAddress(address, port), (int) timeout.toMillis());
        var socket = isTls ? tls(plain, url.getHost(), port) : plain;
        var out = socket.getOutputStream();
        out.write(request(url, headers, body));
        out.flush();
        return status(socket.getInputStream());
      } finally {
        deadline.cancel(false);
      }
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed anyway.
    }
  }

  /** The certificate must be the host's, although the connection is to an address. */
  private static Socket tls(Socket plain, String host, int port) throws IOException {
    var factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    var socket = (SSLSocket) factory.createSocket(plain, host, port, true);
    var parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  private static byte[] request(URI url, Map<String, String> headers, String body) {
    var content = body.getBytes(StandardCharsets.UTF_8);
    var path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    var query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
    var head = new StringBuilder("POST ").append(path).append(query).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(url.getRawAuthority()).append("\r\n");
    head.append("Content-Length: ").append(content.length).append("\r\n");
    head.append("Connection: close\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    var out = new ByteArrayOutputStream();
    out.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static int status(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.length() > STATUS_LINE_MAX) throw new IOException("no status line");
      if (next != '\r') line.append((char) next);
    }
    var status = STATUS_LINE.matcher(line);
    if (!status.matches()) throw new IOException("no status line");
    return Integer.parseInt(status.group(1));
  }
}
