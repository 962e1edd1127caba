package dev.trestle.testing.browser;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP proxy between the browser and the pages' servers that holds back answers for random
 * times, so that they overtake each other as they do on a slow network. Streams flow on as they
 * come, and frames of WebSockets stay in order.
 *
 * <p>{@code -Dtrestle.browser.slow=SEED} puts it in front of all browser tests. An answer's delay
 * depends on the seed, the request and how often it was made before; not on the other requests.
 */
final class SlowNetwork implements AutoCloseable {
  private static final int ANSWER_MILLIS_MAX = 1500;
  private static final int FRAME_MILLIS_MAX = 300;
  private static final int HEAD_BYTES_MAX = 64 * 1024;
  private static final int BUFFER_BYTES = 16 * 1024;

  private final long seed;
  private final ServerSocket listener;
  private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();

  private SlowNetwork(long seed, ServerSocket listener) {
    this.seed = seed;
    this.listener = listener;
  }

  /** Returns the seed that was asked for; without one, the network is as fast as it is. */
  static Optional<Long> seed() {
    return Optional.ofNullable(Long.getLong("trestle.browser.slow"));
  }

  static SlowNetwork start(long seed) {
    try {
      var network = new SlowNetwork(seed, new ServerSocket(0, 0, InetAddress.getLoopbackAddress()));
      Thread.ofVirtual().start(network::accept);
      return network;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the proxy's address. */
  URI address() {
    return URI.create("http://127.0.0.1:" + listener.getLocalPort());
  }

  private void accept() {
    try {
      while (true) {
        var client = listener.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // The listener was closed.
    }
  }

  private void serve(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      var head = head(client.getInputStream());
      var words = head.split(" ", 3);
      if (words.length < 3) return;
      if (words[0].equals("CONNECT")) {
        tunnel(client, URI.create("http://" + words[1]));
      } else {
        forward(client, head, URI.create(words[1]));
      }
    } catch (IOException e) {
      // One of the sides closed the connection, which the other sees as its end.
    }
  }

  /** Carries a WebSocket. What the server sends may be late. */
  private void tunnel(Socket client, URI to) throws IOException {
    try (var server = new Socket(to.getHost(), to.getPort())) {
      server.setTcpNoDelay(true);
      client.getOutputStream().write(ascii("HTTP/1.1 200 Connected\r\n\r\n"));
      Thread.ofVirtual().start(() -> copy(client, server));
      var random = new SplittableRandom(seed ^ count("frames"));
      var buffer = new byte[BUFFER_BYTES];
      int read;
      while ((read = server.getInputStream().read(buffer)) > 0) {
        hold(delay(random, FRAME_MILLIS_MAX));
        client.getOutputStream().write(buffer, 0, read);
      }
    }
  }

  /** Sends a request on a connection of its own, and holds back the answer. */
  private void forward(Socket client, String head, URI to) throws IOException {
    try (var server = new Socket(to.getHost(), to.getPort())) {
      server.setTcpNoDelay(true);
      var target = to.getRawPath() + (to.getRawQuery() == null ? "" : "?" + to.getRawQuery());
      var method = head.substring(0, head.indexOf(' '));
      server
          .getOutputStream()
          .write(ascii(method + " " + target + " HTTP/1.1" + closingHeaders(head)));
      Thread.ofVirtual().start(() -> copy(client, server));
      var answer = head(server.getInputStream());
      if (answer.isEmpty()) return;
      hold(answerMillis(method + " " + target));
      var out = client.getOutputStream();
      out.write(ascii(answer.substring(0, answer.indexOf("\r\n")) + closingHeaders(answer)));
      server.getInputStream().transferTo(out);
    }
  }

  /**
   * Returns the headers of a head, telling the other side that the connection is not used again.
   */
  private static String closingHeaders(String head) {
    return "\r\nConnection: close"
        + head.substring(head.indexOf("\r\n")).replaceAll("(?i)\r\n(proxy-)?connection:.*", "");
  }

  /** Copies what the browser sends, and closes the server's connection when the browser goes. */
  private static void copy(Socket client, Socket server) {
    try (client;
        server) {
      client.getInputStream().transferTo(server.getOutputStream());
    } catch (IOException e) {
      // The other direction ends as well.
    }
  }

  private static String head(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    int end = 0;
    while (end < 4 && head.size() < HEAD_BYTES_MAX) {
      int next = in.read();
      if (next < 0) return "";
      head.write(next);
      end = next == (end % 2 == 0 ? '\r' : '\n') ? end + 1 : next == '\r' ? 1 : 0;
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns how long to hold back the answer to the next request of this kind. */
  int answerMillis(String request) {
    return delay(
        new SplittableRandom(seed ^ ((long) request.hashCode() << 20) ^ count(request)),
        ANSWER_MILLIS_MAX);
  }

  private int count(String request) {
    return requests.computeIfAbsent(request, _ -> new AtomicInteger()).incrementAndGet();
  }

  /** Half of all is not delayed, most of the rest a little. */
  private static int delay(SplittableRandom random, int millisMax) {
    int kind = random.nextInt(8);
    return kind < 4 ? 0 : random.nextInt(kind < 7 ? millisMax / 5 : millisMax);
  }

  private static void hold(int millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
