package dev.trestle.bench.ecobid;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A {@code redis-server} of its own on a free port of this machine, which stores nothing, and one
 * connection to it. Used by one thread.
 */
final class RedisServer implements AutoCloseable {
  private static final Duration START_MAX = Duration.ofSeconds(30);
  private static final int END_SECONDS_MAX = 10;

  private final Process process;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  private RedisServer(Process process, Socket socket) throws IOException {
    this.process = process;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    this.out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
  }

  static RedisServer start() {
    try {
      int port = freePort();
      var process =
          new ProcessBuilder(
                  "redis-server",
                  "--port",
                  Integer.toString(port),
                  "--bind",
                  "127.0.0.1",
                  "--save",
                  "",
                  "--appendonly",
                  "no")
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.INHERIT)
              .start();
      return new RedisServer(process, connected(process, port));
    } catch (IOException e) {
      throw new UncheckedIOException("redis-server is needed beside EcoBid's search", e);
    }
  }

  private static int freePort() throws IOException {
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static Socket connected(Process process, int port) throws IOException {
    long end = System.nanoTime() + START_MAX.toNanos();
    while (true) {
      try {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        return socket;
      } catch (IOException notYet) {
        if (!process.isAlive() || System.nanoTime() > end) throw notYet;
        Thread.onSpinWait();
      }
    }
  }

  /** Runs a command that returns a number, a text or a list of texts. */
  List<String> call(String... words) {
    try {
      send(words);
      out.flush();
      return reply();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(String... words) throws IOException {
    out.write(("*" + words.length + "\r\n").getBytes(StandardCharsets.UTF_8));
    for (var word : words) {
      var bytes = word.getBytes(StandardCharsets.UTF_8);
      out.write(("$" + bytes.length + "\r\n").getBytes(StandardCharsets.UTF_8));
      out.write(bytes);
      out.write('\r');
      out.write('\n');
    }
  }

  private List<String> reply() throws IOException {
    var line = line();
    var rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+', ':' -> List.of(rest);
      case '$' -> List.of(text(Integer.parseInt(rest)));
      case '*' -> texts(Integer.parseInt(rest));
      default -> throw new IOException("redis-server says " + line);
    };
  }

  private List<String> texts(int count) throws IOException {
    var texts = new ArrayList<String>(count);
    while (texts.size() < count) texts.add(text(Integer.parseInt(line().substring(1))));
    return texts;
  }

  private String line() throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\r'; next = in.read()) {
      if (next < 0) throw new IOException("redis-server ended");
      bytes.write(next);
    }
    in.skipNBytes(1);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private String text(int length) throws IOException {
    var text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    in.skipNBytes(2);
    return text;
  }

  @Override
  public void close() {
    try {
      socket.close();
      process.destroy();
      if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) process.destroyForcibly();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
