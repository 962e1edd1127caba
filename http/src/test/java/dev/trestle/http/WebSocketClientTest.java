package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket.Listener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests against the JDK's WebSocket client, an independent implementation. */
class WebSocketClientTest {
  private final Sockets sockets = Sockets.echo(Sockets.LIMITS);
  private final HttpClient http = HttpClient.newHttpClient();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private HttpServer server;

  @BeforeEach
  void start() {
    server = HttpServer.start(sockets, "127.0.0.1", 0, HttpLimits.ofBodyBytes(1024));
  }

  @AfterEach
  void stop() {
    http.shutdownNow();
    server.close();
  }

  private final class Ear implements Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(
        java.net.http.WebSocket socket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        heard.add(text.toString());
        text.setLength(0);
      }
      socket.request(1);
      return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<?> onClose(java.net.http.WebSocket socket, int code, String reason) {
      heard.add("closed " + code + " " + reason);
      return CompletableFuture.completedStage(null);
    }
  }

  private java.net.http.WebSocket connect() throws Exception {
    var uri = URI.create("ws://127.0.0.1:" + server.port() + "/socket?x=1");
    return http.newWebSocketBuilder().buildAsync(uri, new Ear()).get(60, TimeUnit.SECONDS);
  }

  private String hear() throws InterruptedException {
    return String.valueOf(heard.poll(60, TimeUnit.SECONDS));
  }

  @Test
  void texts_go_both_ways_and_either_side_closes() throws Exception {
    var socket = connect();
    var opened = sockets.nextOpened();
    socket.sendText("in ", false).get(60, TimeUnit.SECONDS);
    socket.sendText("two parts \u20ac", true).get(60, TimeUnit.SECONDS);
    assertThat(hear()).isEqualTo("in two parts \u20ac");

    socket.sendClose(CloseCode.NORMAL, "bye").get(60, TimeUnit.SECONDS);
    assertThat(opened.closeCode()).isEqualTo(CloseCode.NORMAL);
    assertThat(hear()).startsWith("closed 1000");

    connect();
    sockets.nextOpened().socket.get(60, TimeUnit.SECONDS).close(CloseCode.POLICY, "not you");
    assertThat(hear()).isEqualTo("closed 1008 not you");
  }

  @Test
  void what_many_threads_send_arrives_whole_and_each_thread_s_in_its_order() throws Exception {
    connect();
    var socket = sockets.nextOpened().socket.get(60, TimeUnit.SECONDS);
    int threads = 8;
    int each = 200;
    var senders = new ArrayList<Thread>();
    for (int t = 0; t < threads; t++) {
      int thread = t;
      senders.add(
          Thread.startVirtualThread(() -> {
            for (int i = 0; i < each; i++) {
              var message = Sockets.utf8(thread + ":" + i + ":" + "x".repeat(i * 40));
              while (!socket.send(message)) LockSupport.parkNanos(10_000);
            }
          }));
    }
    var next = new int[threads];
    for (int i = 0; i < threads * each; i++) {
      var parts = List.of(hear().split(":", -1));
      int thread = Integer.parseInt(parts.get(0));
      int number = Integer.parseInt(parts.get(1));
      assertThat(number).isEqualTo(next[thread]++);
      assertThat(parts.get(2)).hasSize(number * 40);
    }
    for (var sender : senders) sender.join();
  }

  @Test
  void one_array_goes_to_many_sockets_and_stays_as_it_is() throws Exception {
    for (int i = 0; i < 20; i++) connect();
    var message = Sockets.utf8("to all");
    for (int i = 0; i < 20; i++) {
      assertThat(sockets.nextOpened().socket.get(60, TimeUnit.SECONDS).send(message)).isTrue();
    }
    for (int i = 0; i < 20; i++) assertThat(hear()).isEqualTo("to all");
    assertThat(message).isEqualTo(Sockets.utf8("to all"));
  }
}
