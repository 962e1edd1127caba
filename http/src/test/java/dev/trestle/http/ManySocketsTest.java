package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManySocketsTest {
  /**
   * Use {@code -Dtrestle.sockets=5000} for more. Each socket takes two of the process's open files.
   */
  private static final int COUNT = Integer.getInteger("trestle.sockets", 1000);

  /** The memory limit per idle socket, including its client side in this process. */
  private static final int BYTES_MAX = 24 * 1024;

  private static final String ANSWER_END = "\r\n\r\n";

  private final Sockets sockets = Sockets.echo(Sockets.LIMITS);
  private final List<SocketChannel> clients = new ArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() {
    server = HttpServer.start(sockets, "127.0.0.1", 0, HttpLimits.ofBodyBytes(1024));
  }

  @AfterEach
  void stop() throws IOException {
    for (var client : clients) client.close();
    server.close();
  }

  private void open(int count) throws IOException, InterruptedException {
    var buffer = ByteBuffer.allocate(1024);
    for (int i = 0; i < count; i++) {
      var client =
          SocketChannel.open(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      clients.add(client);
      client.write(ByteBuffer.wrap(FrameClient.HANDSHAKE.getBytes(StandardCharsets.US_ASCII)));
      buffer.clear();
      while (!StandardCharsets.US_ASCII
          .decode(buffer.duplicate().flip())
          .toString()
          .endsWith(ANSWER_END)) {
        assertThat(client.read(buffer)).isPositive();
      }
      // Each socket has received a message, so that the memory it leaves behind is measured too.
      client.write(
          ByteBuffer.wrap(
              FrameClient.masked(FrameFormat.FINAL | FrameFormat.TEXT, Sockets.utf8("hello"))));
      buffer.clear().limit(7);
      while (buffer.hasRemaining()) client.read(buffer);
    }
  }

  private static long usedBytes() {
    for (int i = 0; i < 3; i++) System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void idle_sockets_take_little_memory_and_leave_nothing() throws Exception {
    open(50);
    var first = new ArrayList<Sockets.Opened>();
    sockets.opened.drainTo(first);
    long before = usedBytes();

    open(COUNT);
    long each = (usedBytes() - before) / COUNT;
    System.out.println(COUNT + " idle WebSockets: " + each + " bytes of heap each");
    assertThat(each).isLessThan(BYTES_MAX);

    for (var client : clients) client.close();
    clients.clear();
    for (var opened : first) assertThat(opened.closeCode()).isEqualTo(CloseCode.GONE);
    for (int i = 0; i < COUNT; i++) {
      assertThat(sockets.nextOpened().closeCode()).isEqualTo(CloseCode.GONE);
    }
    // The threads of the last ones may still be ending.
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    long left = (usedBytes() - before) / COUNT;
    while (left >= BYTES_MAX / 10 && System.nanoTime() < deadline) {
      left = (usedBytes() - before) / COUNT;
    }
    assertThat(left).isLessThan(BYTES_MAX / 10);
  }
}
