package dev.trestle.platform.outbound;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * POSTs to addresses that were checked before. Written on sockets, because the JDK's client
 * resolves the name again: it could reach another address than the one that was checked.
 *
 * <p>Reads no more than the status line, and the headers of a server that asks for a pause; so a
 * server cannot keep the call by sending slowly or without end. The connection is closed when the
 * time is over, whatever it is waiting for.
 */
public final class PinnedCall implements AutoCloseable {
  private static final int LINE_MAX = 1024;
  private static final int HEADERS_MAX = 64;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERRORS = 500;
  private static final String RETRY_AFTER = "retry-after:";
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})(?: .*)?");

  private final Duration timeout;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("outbound-deadlines").factory());

  /**
   * Makes calls with a deadline.
   *
   * @param timeout how long one call may take, from connecting to the status of the response
   */
  public PinnedCall(Duration timeout) {
    this.timeout = timeout;
  }

  /**
   * What a server answered.
   *
   * @param retryAfter the value of this header, if the status is 429 or at least 500
   */
  public record Response(int status, Optional<String> retryAfter) {}

  /** Sends the body to the address that was checked. */
  public Response post(
      AddressPolicy.Verdict.Allowed target, Map<String, String> headers, byte[] body)
      throws IOException {
    var url = target.url();
    boolean isTls = url.getScheme().equalsIgnoreCase("https");
    int port = url.getPort() >= 0 ? url.getPort() : isTls ? 443 : 80;
    try (var plain = new Socket()) {
      var deadline = timer.schedule(() -> close(plain), timeout.toMillis(), TimeUnit.MILLISECONDS);
      try {
        plain.connect(new InetSocketAddress(target.address(), port), (int) timeout.toMillis());
        var socket = isTls ? tls(plain, url.getHost(), port) : plain;
        var out = socket.getOutputStream();
        out.write(request(url, headers, body));
        out.flush();
        return response(new BufferedInputStream(socket.getInputStream()));
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

  private static byte[] request(URI url, Map<String, String> headers, byte[] content) {
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

  private static Response response(InputStream in) throws IOException {
    var line = STATUS_LINE.matcher(line(in));
    if (!line.matches()) throw new IOException("no status line");
    int status = Integer.parseInt(line.group(1));
    boolean mayAskForPause = status == TOO_MANY_REQUESTS || status >= SERVER_ERRORS;
    return new Response(status, mayAskForPause ? retryAfter(in) : Optional.empty());
  }

  /** The status counts even if the headers cannot be read. */
  private static Optional<String> retryAfter(InputStream in) {
    try {
      for (int i = 0; i < HEADERS_MAX; i++) {
        var header = line(in);
        if (header.isEmpty()) return Optional.empty();
        if (header.toLowerCase(Locale.ROOT).startsWith(RETRY_AFTER)) {
          return Optional.of(header.substring(RETRY_AFTER.length()).strip());
        }
      }
    } catch (IOException e) {
      // As if there were none.
    }
    return Optional.empty();
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0 || line.length() > LINE_MAX) throw new IOException("no whole line");
      if (next != '\r') line.append((char) next);
    }
    return line.toString();
  }

  /** Calls under way fail no later than their deadline would have ended them. */
  @Override
  public void close() {
    timer.shutdown();
  }
}
