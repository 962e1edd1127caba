package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients that break the protocol, are too slow, or disappear. */
class WebSocketFaultsTest {
  private static final HttpLimits HTTP_LIMITS =
      HttpLimits.ofBodyBytes(1024).withTimes(Duration.ofMinutes(1), Duration.ofMillis(20));

  private Sockets sockets = Sockets.echo(Sockets.LIMITS);
  private HttpServer server = HttpServer.start(sockets, "127.0.0.1", 0, HTTP_LIMITS);
  private FrameClient client = new FrameClient(server.port());

  private void restart(Sockets newSockets) {
    stop();
    sockets = newSockets;
    server = HttpServer.start(sockets, "127.0.0.1", 0, HTTP_LIMITS);
    client = new FrameClient(server.port());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  /** Frames as bytes. Empty frames have a zero mask, so that they are readable here. */
  @ParameterizedTest
  @CsvSource({
    "a text that is not masked, 8100, 1002",
    "a reserved bit, c18000000000, 1002",
    "another reserved bit, 918000000000, 1002",
    "an unknown opcode, 838000000000, 1002",
    "an unknown control opcode, 8b8000000000, 1002",
    "a ping in parts, 098000000000, 1002",
    "a long ping, 89fe007e00000000, 1002",
    "a continuation of nothing, 808000000000, 1002",
    "a text within a text, 018000000000818000000000, 1002",
    "a length in too many bytes, 81fe000100000000, 1002",
    "a length in far too many bytes, 81ff000000000000ffff00000000, 1002",
    "a negative length, 81ffffffffffffffffff00000000, 1002",
    "a binary message, 828000000000, 1003",
    "a text that is not UTF-8, 818100000000ff, 1007",
    "a text that is cut off, 818200000000e282, 1007",
    "half of a pair, 818300000000eda080, 1007",
    "a zero in two bytes, 818200000000c080, 1007",
    "a text above the limit, 81ff000000000001000100000000, 1009",
    "a very long text, 81ff7fffffffffffffff00000000, 1009",
    "a goodbye of one byte, 88810000000003, 1002",
    "a goodbye with a code that is not to be sent, 88820000000003ed, 1002",
    "a goodbye with a code of nobody, 888200000000ffff, 1002",
    "a goodbye whose reason is not UTF-8, 88830000000003e8ff, 1007"
  })
  void what_breaks_the_rules_closes_the_socket(String what, String hex, int code)
      throws InterruptedException {
    client.raw.send(HexFormat.of().parseHex(hex));

    var goodbye = client.read();
    assertThat(goodbye.opcode()).as(what).isEqualTo(FrameFormat.CLOSE);
    assertThat(goodbye.code()).as(what).isEqualTo(code);
    client.close(code).raw.end();
    assertThat(client.raw.isAtEnd()).isTrue();
    var opened = sockets.nextOpened();
    assertThat(opened.closeCode()).isEqualTo(code);
    assertThat(opened.texts).isEmpty();
  }

  @Test
  void parts_add_up_to_a_message_that_is_too_long() throws InterruptedException {
    client.send(FrameFormat.TEXT, new byte[40 * 1024]);
    client.send(FrameFormat.CONTINUATION, new byte[40 * 1024]);

    assertThat(client.read().code()).isEqualTo(CloseCode.TOO_BIG);
    assertThat(sockets.nextOpened().texts).isEmpty();
  }

  @Test
  void a_listener_that_fails_closes_its_socket() throws InterruptedException {
    restart(
        new Sockets(
            Sockets.LIMITS,
            (_, text) -> {
              throw new IllegalStateException("a fault on purpose: " + text);
            }));
    client.text("boom");

    assertThat(client.read().code()).isEqualTo(CloseCode.INTERNAL);
    client.close();
    assertThat(sockets.nextOpened().closeCode()).isEqualTo(CloseCode.INTERNAL);
  }

  @Test
  void who_does_not_read_fills_a_queue_and_nothing_else() throws Exception {
    var socket = sockets.nextOpened().socket.get(60, TimeUnit.SECONDS);
    var message = new byte[1000];
    java.util.Arrays.fill(message, (byte) 'x');
    int sent = 0;
    while (socket.send(message)) sent++;

    assertThat(socket.isOpen()).isTrue();
    for (int i = 0; i < sent; i++) assertThat(client.read().payload()).hasSize(1000);
    // Reading makes room in the queue again.
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!socket.send(Sockets.utf8("again"))) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
    assertThat(client.read().text()).isEqualTo("again");
  }

  @Test
  void the_queue_is_bounded_in_bytes_too() throws Exception {
    restart(
        Sockets.echo(
            new WebSocketLimits(1024, 1000, 3000, Duration.ofMinutes(1), Duration.ofMinutes(1))));
    var socket = sockets.nextOpened().socket.get(60, TimeUnit.SECONDS);

    assertThat(socket.send(new byte[3001])).isFalse();
    assertThat(socket.send(new byte[3000])).isTrue();
    assertThat(client.read().payload()).hasSize(3000);
  }

  @Test
  void who_does_not_read_in_time_is_left() throws Exception {
    restart(
        Sockets.echo(
            new WebSocketLimits(
                1024, 1000, 64 << 20, Duration.ofMinutes(1), Duration.ofMillis(200))));
    var opened = sockets.nextOpened();
    var socket = opened.socket.get(60, TimeUnit.SECONDS);
    while (socket.send(new byte[256 * 1024])) Thread.onSpinWait();

    assertThat(opened.closeCode()).isEqualTo(CloseCode.GONE);
    assertThat(socket.send(new byte[1])).isFalse();
  }

  @Test
  void who_is_silent_is_pinged_and_then_left() throws Exception {
    restart(
        Sockets.echo(
            new WebSocketLimits(1024, 10, 1024, Duration.ofHours(1), Duration.ofMinutes(1))));
    var opened = sockets.nextOpened();
    server.checkAhead(Duration.ofMinutes(40));

    var ping = client.read();
    assertThat(ping.opcode()).isEqualTo(FrameFormat.PING);
    client.send(FrameFormat.PONG, ping.text());
    // The second ping shows that the pong kept the connection open.
    assertThat(client.read().opcode()).isEqualTo(FrameFormat.PING);
    server.checkAhead(Duration.ofHours(2));
    assertThat(client.raw.isAtEnd()).isTrue();
    assertThat(opened.closeCode()).isEqualTo(CloseCode.GONE);
  }

  @Test
  void who_does_not_answer_a_goodbye_is_left_all_the_same() throws Exception {
    var opened = sockets.nextOpened();
    opened.socket.get(60, TimeUnit.SECONDS).close(CloseCode.NORMAL, "");

    assertThat(client.read().code()).isEqualTo(CloseCode.NORMAL);
    client.text("I have not heard you");
    assertThat(client.raw.isAtEnd()).isTrue();
    assertThat(opened.closeCode()).isEqualTo(CloseCode.NORMAL);
    assertThat(opened.texts).isEmpty();
  }

  @Test
  void pings_in_a_row_need_one_answer_only_and_fill_nothing() {
    for (int i = 0; i < 10_000; i++) client.send(FrameFormat.PING, "p" + i);
    client.text("done");

    for (var frame = client.read(); !frame.text().equals("done"); frame = client.read()) {
      assertThat(frame.opcode()).isEqualTo(FrameFormat.PONG);
    }
  }

  @Test
  void a_server_that_closes_says_so() throws Exception {
    var opened = sockets.nextOpened();
    var closing = java.util.concurrent.CompletableFuture.runAsync(server::close);

    assertThat(client.read().code()).isEqualTo(CloseCode.GOING_AWAY);
    client.close(CloseCode.GOING_AWAY);
    assertThat(client.raw.isAtEnd()).isTrue();
    assertThat(opened.closeCode()).isEqualTo(CloseCode.GOING_AWAY);
    closing.get(60, TimeUnit.SECONDS);
  }

  @Test
  void a_server_that_closes_does_not_wait_for_those_who_do_not_answer() throws Exception {
    var opened = sockets.nextOpened();
    var closing =
        java.util.concurrent.CompletableFuture.runAsync(() -> server.close(Duration.ofHours(1)));

    // Otherwise it would wait for the whole grace period of an hour.
    closing.get(60, TimeUnit.SECONDS);
    assertThat(opened.closeCode()).isEqualTo(CloseCode.GOING_AWAY);
  }
}
