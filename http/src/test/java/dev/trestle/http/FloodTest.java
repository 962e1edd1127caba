package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections that say nothing do not keep others out, and do not take the process's files. */
class FloodTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String ECHOED = "\r\n\r\nGET / ";
  private static final int ALL = 200;

  private final HttpServer server =
      HttpServer.start(
          new Echo(),
          "0.0.0.0",
          0,
          HttpLimits.ofBodyBytes(1024)
              .connections(new ConnectionLimits(ALL, ALL / 2, ALL / 2, address -> false)));
  private final List<Socket> flood = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    endFlood();
    server.close();
  }

  private Socket connect(String from) throws IOException {
    var socket = new Socket();
    socket.bind(new InetSocketAddress(from, 0));
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    socket.setSoTimeout(60_000);
    return socket;
  }

  private void flood(String from, int count) throws IOException {
    for (int i = 0; i < count; i++) flood.add(connect(from));
  }

  private void endFlood() throws IOException {
    for (var socket : flood) socket.close();
    flood.clear();
  }

  /** Reads the head of the response; the request has no body, and Echo's is as short as it. */
  private static String statusOn(Socket socket) throws IOException {
    socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
    var said = new StringBuilder();
    while (!said.toString().endsWith(ECHOED)) {
      int next = socket.getInputStream().read();
      if (next < 0) break;
      said.append((char) next);
    }
    return said.length() < 12 ? "" : said.substring(0, 12);
  }

  @Test
  void an_address_that_floods_does_not_keep_others_out() throws Exception {
    try (var before = connect("127.0.0.1")) {
      assertThat(statusOn(before)).endsWith("200");
      flood("127.0.0.2", 2 * ALL);
      try (var other = connect("127.0.0.3")) {
        assertThat(statusOn(other)).endsWith("200");
      }
      assertThat(statusOn(before)).endsWith("200");
    }
  }

  @Test
  void who_comes_too_often_is_told() throws Exception {
    flood("127.0.0.2", ALL);
    var last = flood.getLast();
    var said = new String(last.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertThat(said).startsWith("HTTP/1.1 400").contains("TOO_MANY_CONNECTIONS");
  }

  @Test
  void an_honest_request_is_answered_after_the_flood() throws Exception {
    for (int address = 2; address < 12; address++) flood("127.0.0." + address, ALL);
    endFlood();
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    var status = "";
    while (!status.endsWith("200") && System.nanoTime() < end) {
      try (var honest = connect("127.0.0.3")) {
        status = statusOn(honest);
      } catch (SocketException refused) {
        // Connections of the flood are still counted. The reset may arrive before the error.
        status = "refused";
      }
    }
    assertThat(status).endsWith("200");
  }

  @Test
  void a_connection_that_says_nothing_is_closed() throws Exception {
    var impatient =
        HttpLimits.ofBodyBytes(1024).withTimes(Duration.ofMillis(200), Duration.ofMillis(50));
    try (var strict = HttpServer.start(new Echo(), "127.0.0.1", 0, impatient);
        var silent = new RawClient(strict.port())) {
      assertThat(silent.isAtEnd()).isTrue();
    }
  }

  @Test
  void those_who_said_who_they_are_do_not_count_as_strangers() {
    var counts = new ConnectionCounts(new ConnectionLimits(100, 50, 20, address -> false));
    var address = InetAddress.getLoopbackAddress();
    for (int i = 0; i < 50; i++) {
      counts.admit(address).orElseThrow().authenticated();
    }
    assertThat(counts.admit(address)).isEmpty();
  }

  @Test
  void strangers_of_one_address_are_few() {
    var counts = new ConnectionCounts(new ConnectionLimits(100, 50, 20, address -> false));
    var address = InetAddress.getLoopbackAddress();
    var slots = new ArrayList<ConnectionCounts.Slot>();
    for (int i = 0; i < 5; i++) slots.add(counts.admit(address).orElseThrow());
    assertThat(counts.admit(address)).isEmpty();
    slots.getFirst().close();
    slots.getFirst().close();
    assertThat(counts.admit(address)).isPresent();
    assertThat(counts.admit(address)).isEmpty();
  }

  @Test
  void a_proxy_is_counted_only_among_all() {
    var counts = new ConnectionCounts(new ConnectionLimits(100, 50, 20, address -> true));
    for (int i = 0; i < 100; i++) {
      assertThat(counts.admit(InetAddress.getLoopbackAddress())).isPresent();
    }
    assertThat(counts.admit(InetAddress.getLoopbackAddress())).isEmpty();
  }

  @Test
  void the_death_of_the_listener_is_told() throws Exception {
    var told = new CompletableFuture<Throwable>();
    server.onFailure(told::complete);
    server.breakListener();
    assertThat(told.get(60, TimeUnit.SECONDS)).hasMessageContaining("listener");
  }
}
