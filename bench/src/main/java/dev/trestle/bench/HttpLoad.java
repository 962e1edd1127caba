package dev.trestle.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Connections that each send one request after the other, all driven by the calling thread, so that
 * the load itself takes little of the machine, and the same for every server.
 */
final class HttpLoad implements AutoCloseable {
  private static final int BUFFER_BYTES = 32 * 1024;
  private static final int SELECT_MILLIS = 60_000;

  private final Selector selector;
  private final List<Line> lines = new ArrayList<>();

  HttpLoad(URI endpoint, int connections) {
    try {
      selector = Selector.open();
      for (int i = 0; i < connections; i++) {
        var channel =
            SocketChannel.open(new InetSocketAddress(endpoint.getHost(), endpoint.getPort()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        var line = new Line(channel);
        channel.register(selector, SelectionKey.OP_READ, line);
        lines.add(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends one request and returns the body of the response, whatever its status. */
  String once(byte[] request) {
    var line = lines.getFirst();
    line.send(request);
    try {
      while (true) {
        selector.select(SELECT_MILLIS);
        selector.selectedKeys().clear();
        if (line.receive()) return line.answer.body(line.in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sends requests on all connections for a while.
   *
   * @throws IllegalStateException on a response other than 200
   */
  ClosedLoop.Result run(double seconds, Supplier<byte[]> requests) {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    return run(() -> System.nanoTime() < end, requests);
  }

  /** Sends requests on all connections, at least one each, while there are more. */
  ClosedLoop.Result run(BooleanSupplier more, Supplier<byte[]> requests) {
    var latencies = new Latencies();
    long start = System.nanoTime();
    int open = lines.size();
    for (var line : lines) line.send(requests.get());
    try {
      while (open > 0) {
        if (selector.select(SELECT_MILLIS) == 0) throw new IllegalStateException("no answer");
        for (var key : selector.selectedKeys()) {
          var line = (Line) key.attachment();
          if (!line.receive()) continue;
          latencies.add(System.nanoTime() - line.sent);
          line.checkAnswer();
          if (more.getAsBoolean()) {
            line.send(requests.get());
          } else {
            open--;
          }
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    double elapsed = (System.nanoTime() - start) / 1e9;
    return new ClosedLoop.Result(latencies.count() / elapsed, latencies);
  }

  @Override
  public void close() {
    try {
      for (var line : lines) line.channel.close();
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One connection. */
  private static final class Line {
    final SocketChannel channel;
    final ResponseParser answer = new ResponseParser();
    byte[] in = new byte[BUFFER_BYTES];
    ByteBuffer buffer = ByteBuffer.wrap(in);
    long sent;

    Line(SocketChannel channel) {
      this.channel = channel;
    }

    void send(byte[] request) {
      buffer.clear();
      answer.begin();
      sent = System.nanoTime();
      var out = ByteBuffer.wrap(request);
      try {
        // Requests usually fit into the system's buffer; otherwise this spins until they do.
        while (out.hasRemaining()) channel.write(out);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void checkAnswer() {
      if (answer.status(in) != 200) throw new IllegalStateException(answer.text(in));
    }

    boolean receive() throws IOException {
      if (!buffer.hasRemaining()) {
        int filled = in.length;
        in = Arrays.copyOf(in, filled * 2);
        buffer = ByteBuffer.wrap(in).position(filled);
      }
      if (channel.read(buffer) < 0) throw new IllegalStateException("the connection was closed");
      return answer.isWhole(in, buffer.position());
    }
  }
}
