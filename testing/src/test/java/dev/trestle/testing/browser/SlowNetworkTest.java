package dev.trestle.testing.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlowNetworkTest {
  private final SlowNetwork network = SlowNetwork.start(7);
  private final CountDownLatch firstLineWasRead = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/echo", SlowNetworkTest::echo);
    server.createContext("/stream", this::stream);
    server.start();
  }

  @AfterEach
  void stop() {
    network.close();
    server.stop(0);
  }

  private static void echo(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set("Query", exchange.getRequestURI().getQuery());
      exchange.sendResponseHeaders(201, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Sends a second line once the client has read the first. */
  private void stream(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(200, 0);
      var body = exchange.getResponseBody();
      body.write("first\n".getBytes(StandardCharsets.UTF_8));
      body.flush();
      firstLineWasRead.await();
      body.write("second\n".getBytes(StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpClient client() {
    var proxy = new InetSocketAddress(network.address().getHost(), network.address().getPort());
    return HttpClient.newBuilder().proxy(ProxySelector.of(proxy)).build();
  }

  private URI at(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  @Test
  void requests_and_answers_pass_through_whole() throws Exception {
    var text = "é".repeat(50_000);
    try (var client = client()) {
      for (int i = 0; i < 5; i++) {
        var request =
            HttpRequest.newBuilder(at("/echo?n=" + i)).POST(BodyPublishers.ofString(text));
        var response = client.send(request.build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.headers().firstValue("Query")).contains("n=" + i);
        assertThat(response.body()).isEqualTo(text);
      }
    }
  }

  @Test
  void a_stream_flows_while_it_is_open() throws Exception {
    try (var client = client()) {
      var request = HttpRequest.newBuilder(at("/stream")).build();
      var response = client.send(request, BodyHandlers.ofInputStream());
      try (var lines =
          new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
        assertThat(lines.readLine()).isEqualTo("first");
        firstLineWasRead.countDown();
        assertThat(lines.readLine()).isEqualTo("second");
        assertThat(lines.readLine()).isNull();
      }
    }
  }

  @Test
  void a_tunnel_carries_both_directions() throws Exception {
    try (var socket = new Socket(network.address().getHost(), network.address().getPort())) {
      var to = "127.0.0.1:" + server.getAddress().getPort();
      write(socket, "CONNECT " + to + " HTTP/1.1\r\nHost: " + to + "\r\n\r\n");
      var lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      assertThat(lines.readLine()).startsWith("HTTP/1.1 200");
      assertThat(lines.readLine()).isEmpty();
      write(socket, "GET /echo?n=1 HTTP/1.1\r\nHost: " + to + "\r\n\r\n");
      assertThat(lines.readLine()).startsWith("HTTP/1.1 201");
    }
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void the_seed_decides_which_answers_are_late() {
    try (var same = SlowNetwork.start(7);
        var other = SlowNetwork.start(8)) {
      var delays = delays(network);
      assertThat(delays).contains(0).anyMatch(millis -> millis > 300);
      assertThat(delays(same)).isEqualTo(delays);
      assertThat(delays(other)).isNotEqualTo(delays);
    }
  }

  private static List<Integer> delays(SlowNetwork network) {
    return IntStream.range(0, 100).mapToObj(_ -> network.answerMillis("GET /")).toList();
  }
}
