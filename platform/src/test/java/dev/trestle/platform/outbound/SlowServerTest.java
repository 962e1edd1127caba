package dev.trestle.platform.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Servers that respond slowly, without end, or not at all. */
final class SlowServerTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  /** What a hostile server does with a connection. */
  @FunctionalInterface
  private interface Behaviour {
    void serve(Socket socket) throws IOException;
  }

  /** A server on a socket of its own. */
  private record HostileServer(ServerSocket socket, List<Socket> connections)
      implements AutoCloseable {
    static HostileServer start(Behaviour behaviour) {
      try {
        var server =
            new HostileServer(
                new ServerSocket(0, 64, InetAddress.getLoopbackAddress()),
                new CopyOnWriteArrayList<>());
        Thread.startVirtualThread(() -> server.accept(behaviour));
        return server;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void accept(Behaviour behaviour) {
      try {
        while (!socket.isClosed()) {
          var connection = socket.accept();
          connections.add(connection);
          Thread.startVirtualThread(() -> {
            try {
              behaviour.serve(connection);
            } catch (IOException e) {
              // The caller has closed the connection.
            }
          });
        }
      } catch (IOException e) {
        // The test is over.
      }
    }

    URI url() {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/hook");
    }

    @Override
    public void close() throws IOException {
      socket.close();
      for (var connection : connections) connection.close();
    }
  }

  private int post(HostileServer server, Duration timeout) throws IOException {
    var checked = new AddressPolicy.Verdict.Allowed(server.url(), InetAddress.getLoopbackAddress());
    try (var call = new PinnedCall(timeout)) {
      return call.post(checked, Map.of(), new byte[] {'{', '}'}).status();
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  @Test
  void a_server_that_drips_bytes_is_left_when_the_time_is_over() throws IOException {
    Behaviour drip =
        socket -> {
          while (true) {
            write(socket, "H");
            try {
              Thread.sleep(20); // slow on purpose
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
              return;
            }
          }
        };
    try (var server = HostileServer.start(drip)) {
      assertThatThrownBy(() -> post(server, Duration.ofMillis(300)))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_server_that_never_responds_is_left_when_the_time_is_over() throws IOException {
    try (var server = HostileServer.start(_ -> {})) {
      assertThatThrownBy(() -> post(server, Duration.ofMillis(300)))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void a_body_without_end_is_not_read() throws IOException {
    Behaviour endless =
        socket -> {
          write(socket, "HTTP/1.1 204 No Content\r\n");
          while (true) write(socket, "X-More: ".repeat(1000));
        };
    try (var server = HostileServer.start(endless)) {
      assertThat(post(server, SOON)).isEqualTo(204);
    }
  }

  @Test
  void a_status_line_without_end_is_refused() throws IOException {
    Behaviour endless =
        socket -> {
          while (true) write(socket, "HTTP/1.1 200 ".repeat(1000));
        };
    try (var server = HostileServer.start(endless)) {
      assertThatThrownBy(() -> post(server, SOON)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void an_address_in_any_other_form_than_dotted_decimal_is_refused() {
    for (var allowsInternal : List.of(true, false)) {
      var addresses = new AddressPolicy(allowsInternal);
      for (var host :
          List.of(
              "0177.0.0.1",
              "0x7f.0.0.1",
              "0x7f000001",
              "2130706433",
              "127.1",
              "1.2.3",
              "08.8.8.8",
              "8.8.8.8.",
              "[::ffff:127.0.0.1%25lo]",
              "8.8.8.0x8",
              "１.1.1.1")) {
        assertThat(addresses.problem("acme", "https://" + host + "/x")).as(host).isPresent();
      }
      assertThat(addresses.problem("acme", "https://8.8.8.8/x")).isEmpty();
    }
  }
}
