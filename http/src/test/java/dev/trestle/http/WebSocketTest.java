package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebSocketTest {
  private final Sockets sockets = Sockets.echo(Sockets.LIMITS);
  private HttpServer server;
  private FrameClient client;

  @BeforeEach
  void start() {
    server = HttpServer.start(sockets, "127.0.0.1", 0, HttpLimits.ofBodyBytes(1024));
    client = new FrameClient(server.port());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void the_handshake_is_that_of_the_rfc() {
    assertThat(client.answer.status()).isEqualTo(101);
    assertThat(client.answer.header("upgrade")).isEqualTo("websocket");
    assertThat(client.answer.header("connection")).isEqualTo("Upgrade");
    assertThat(client.answer.header("sec-websocket-accept"))
        .isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assertThat(client.answer.header("x-note")).isEqualTo("kept");
  }

  @ParameterizedTest
  @CsvSource({
    "Upgrade: websocket,Upgrade: h2c",
    "'keep-alive, Upgrade',keep-alive",
    "Version: 13,Version: 8",
    "dGhlIHNhbXBsZSBub25jZQ==,dGhl",
    "GET,POST"
  })
  void who_does_not_ask_for_a_websocket_is_told_to(String said, String instead) {
    var request = FrameClient.HANDSHAKE.replace(said, instead);
    try (var other = new RawClient(server.port())) {
      var answer = other.send(request).read();

      assertThat(answer.status()).isEqualTo(426);
      assertThat(answer.header("sec-websocket-version")).isEqualTo("13");
      assertThat(other.send(request).read().status()).isEqualTo(426);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"websocket", "h2c"})
  void a_long_body_is_neither_the_next_request_nor_the_first_frame(String protocol) {
    var request = FrameClient.HANDSHAKE.replace("Upgrade: websocket", "Upgrade: " + protocol);
    var body = request + "x".repeat(64 * 1024);
    var head = request.replace("Host: ", "Content-Length: " + body.length() + "\r\nHost: ");
    var limits = HttpLimits.ofBodyBytes(1 << 20);
    try (var roomy = HttpServer.start(sockets, "127.0.0.1", 0, limits);
        var other = new RawClient(roomy.port())) {
      var answer = other.send(head + body).read();

      assertThat(answer.status()).isEqualTo(426);
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(other.end().isAtEnd()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 125, 126, 4096, 65_535, 65_536})
  void texts_of_all_lengths_come_and_go(int length) {
    var text = "x".repeat(length);

    var echoed = client.text(text).read();

    assertThat(echoed.first()).isEqualTo(FrameFormat.FINAL | FrameFormat.TEXT);
    assertThat(echoed.text()).isEqualTo(text);
  }

  @Test
  void a_message_may_come_in_parts_with_a_ping_between_them() {
    client.send(FrameFormat.TEXT, "gr\u00fc".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    client.send(FrameFormat.PING, "now");
    client.send(FrameFormat.CONTINUATION, new byte[0]);
    client.send(FrameFormat.CONTINUATION, "\u00dfe");

    assertThat(client.read())
        .matches(f -> f.opcode() == FrameFormat.PONG && f.text().equals("now"));
    assertThat(client.read().text()).isEqualTo("gr\u00fc\u00dfe");
  }

  @Test
  void the_other_side_closes_and_is_answered() throws Exception {
    var opened = sockets.nextOpened();
    client.text("last").close(4001);

    assertThat(client.read().text()).isEqualTo("last");
    var goodbye = client.read();
    assertThat(goodbye.opcode()).isEqualTo(FrameFormat.CLOSE);
    assertThat(goodbye.code()).isEqualTo(4001);
    assertThat(client.raw.isAtEnd()).isTrue();
    assertThat(opened.closeCode()).isEqualTo(4001);
  }

  @Test
  void the_server_closes_after_what_it_sent_and_waits_for_the_answer() throws Exception {
    var opened = sockets.nextOpened();
    var socket = opened.socket.get(60, TimeUnit.SECONDS);
    assertThat(socket.send(Sockets.utf8("before"))).isTrue();
    socket.close(CloseCode.POLICY, "enough");

    assertThat(socket.send(Sockets.utf8("after"))).isFalse();
    assertThat(client.read().text()).isEqualTo("before");
    var goodbye = client.read();
    assertThat(goodbye.code()).isEqualTo(CloseCode.POLICY);
    assertThat(goodbye.text()).endsWith("enough");
    client.close(CloseCode.POLICY);
    assertThat(client.raw.isAtEnd()).isTrue();
    assertThat(opened.closeCode()).isEqualTo(CloseCode.POLICY);
    assertThat(opened.closed).isEmpty();
  }

  @Test
  void who_goes_without_a_word_is_gone() throws Exception {
    var opened = sockets.nextOpened();
    client.close();

    assertThat(opened.closeCode()).isEqualTo(CloseCode.GONE);
    assertThat(opened.socket.join().isOpen()).isFalse();
  }
}
