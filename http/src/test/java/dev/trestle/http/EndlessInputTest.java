package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that never stop sending, nor ever finish what they send, leave room for others. */
class EndlessInputTest {
  private static final int FLOODS = 2 * Runtime.getRuntime().availableProcessors();
  private static final int BODY_MAX = 4 << 20;
  private static final int BLOCK_BYTES = 256 * 1024;

  private final List<AutoCloseable> opened = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (var each : opened.reversed()) each.close();
  }

  private HttpServer server(Handler handler) {
    var server = HttpServer.start(handler, "127.0.0.1", 0, HttpLimits.ofBodyBytes(BODY_MAX));
    opened.add(server);
    return server;
  }

  /** Sends the same bytes until the connection is closed. */
  private void flood(RawClient client, byte[] piece) {
    opened.add(client);
    var block = new ByteArrayOutputStream();
    while (block.size() < BLOCK_BYTES) block.writeBytes(piece);
    var bytes = block.toByteArray();
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            while (true) client.send(bytes);
          } catch (UncheckedIOException closed) {
            // The test is over.
          }
        });
  }

  @Test
  void empty_parts_of_a_message_without_end_keep_nobody_waiting() {
    var server = server(Sockets.echo(Sockets.LIMITS));
    for (int i = 0; i < FLOODS; i++) {
      var client = new FrameClient(server.port());
      client.send(FrameFormat.TEXT, new byte[0]);
      flood(client.raw, FrameClient.masked(FrameFormat.CONTINUATION, new byte[0]));
    }
    try (var other = new FrameClient(server.port())) {
      for (int i = 0; i < 20; i++) assertThat(other.text("t" + i).read().text()).isEqualTo("t" + i);
    }
  }

  @Test
  void chunks_of_one_byte_with_long_extensions_keep_nobody_waiting() {
    var server = server(new Echo());
    var chunk = "1;" + "x".repeat(250) + "\r\na\r\n";
    for (int i = 0; i < FLOODS; i++) {
      var client = new RawClient(server.port());
      client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
      flood(client, chunk.getBytes(StandardCharsets.US_ASCII));
    }
    try (var other = new RawClient(server.port())) {
      for (int i = 0; i < 20; i++) {
        var answer = other.send("GET /" + i + " HTTP/1.1\r\nHost: h\r\n\r\n").read();
        assertThat(answer.text()).isEqualTo("GET /" + i + " ");
      }
    }
  }

  @Test
  void pings_without_end_keep_nobody_waiting() {
    var server = server(Sockets.echo(Sockets.LIMITS));
    for (int i = 0; i < FLOODS; i++) {
      flood(
          new FrameClient(server.port()).raw,
          FrameClient.masked(FrameFormat.FINAL | FrameFormat.PING, new byte[0]));
    }
    try (var other = new FrameClient(server.port())) {
      for (int i = 0; i < 20; i++) assertThat(other.text("t" + i).read().text()).isEqualTo("t" + i);
    }
  }
}
