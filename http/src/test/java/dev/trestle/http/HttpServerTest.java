package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpServerTest {
  private static final int BODY_MAX = 1 << 20;

  private final Echo echo = new Echo();
  private HttpServer server;
  private RawClient client;

  @BeforeEach
  void start() {
    server = HttpServer.start(echo, "127.0.0.1", 0, HttpLimits.ofBodyBytes(BODY_MAX));
    client = new RawClient(server.port());
  }

  @AfterEach
  void stop() {
    echo.release.countDown();
    client.close();
    server.close();
  }

  private static String chunked(String path) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
  }

  private static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: h\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  @Test
  void requests_sent_without_waiting_are_answered_in_their_order() {
    client.send(post("/1", "one") + post("/2", "") + post("/3", "three"));

    assertThat(client.read().text()).isEqualTo("POST /1 one");
    assertThat(client.read().text()).isEqualTo("POST /2 ");
    assertThat(client.read().text()).isEqualTo("POST /3 three");
  }

  @Test
  void a_request_may_come_byte_by_byte() {
    for (byte next : post("/slow", "drip").getBytes(StandardCharsets.US_ASCII)) {
      client.send(new byte[] {next});
    }

    assertThat(client.read().text()).isEqualTo("POST /slow drip");
  }

  @Test
  void a_connection_stays_open_until_it_is_to_be_closed() {
    assertThat(client.send(post("/", "")).read().header("connection")).isEqualTo("keep-alive");
    var last = client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").read();

    assertThat(last.header("connection")).isEqualTo("close");
    assertThat(client.isAtEnd()).isTrue();
  }

  @Test
  void a_connection_is_closed_whichever_line_says_so() {
    client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\nConnection: Close\r\n\r\n");

    assertThat(client.read().header("connection")).isEqualTo("close");
    assertThat(client.isAtEnd()).isTrue();
  }

  @Test
  void a_client_of_version_1_0_reads_to_the_end() {
    assertThat(client.send("GET /old HTTP/1.0\r\n\r\n").read().text()).isEqualTo("GET /old ");
    assertThat(client.isAtEnd()).isTrue();
  }

  @Test
  void a_body_may_come_in_chunks() {
    client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
    client.send("A;ext=1\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n" + post("/next", "n"));

    assertThat(client.read().text()).isEqualTo("POST / abc0123456789");
    assertThat(client.read().text()).isEqualTo("POST /next n");
  }

  @Test
  void a_client_that_waits_to_be_asked_for_its_body_is_asked() {
    client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");

    assertThat(client.read().status()).isEqualTo(100);
    assertThat(client.send("hi").read().text()).isEqualTo("POST / hi");
  }

  @Test
  void the_answer_to_head_has_no_body() {
    client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n" + post("/", "after"));

    // A client that expected the announced body would swallow the start of the next response.
    assertThat(client.read().text()).startsWith("HTTP/1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1e3\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n",
        "POST / HTTP/1.1\r\nHost : x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\0y\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n",
        "POST / HTTP/2.0\r\n\r\n",
        "POST /\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:evil\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: user@a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n 1\r\na\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1 \r\na\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nno colon\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n0\r\na b: c\r\n\r\n",
        "P@ST / HTTP/1.1\r\nHost: h\r\n\r\n",
        "\r\n\r\n",
      })
  void what_breaks_the_rules_is_refused_and_hung_up_on(String request) {
    var answer = client.send(request).read();

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).isEqualTo("MALFORMED");
    assertThat(client.end().isAtEnd()).isTrue();
  }

  @Test
  void a_head_without_end_is_refused() {
    client.send("GET / HTTP/1.1\r\nHost: h\r\nA: ");
    for (int i = 0; i < 100; i++) client.send("x".repeat(1024));

    assertThat(client.read().text()).isEqualTo("HEAD_TOO_LARGE");
  }

  @Test
  void a_head_of_very_many_lines_is_refused() {
    client.send(
        "GET / HTTP/1.1\r\nHost: h\r\n" + "A: b\r\n".repeat(RequestHead.HEADERS_MAX + 1) + "\r\n");

    assertThat(client.read().text()).isEqualTo("HEAD_TOO_LARGE");
  }

  @Test
  void a_client_gets_to_see_that_its_body_is_too_long_though_it_sends_on() {
    client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + (8 * BODY_MAX) + "\r\n\r\n");
    for (int i = 0; i < 8; i++) client.send(new byte[BODY_MAX]);

    assertThat(client.read().text()).isEqualTo("BODY_TOO_LARGE");
  }

  @Test
  void chunks_add_up_to_a_body_that_is_too_long() {
    client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
    var chunk = Integer.toHexString(BODY_MAX / 2) + "\r\n" + "x".repeat(BODY_MAX / 2) + "\r\n";
    for (int i = 0; i < 4; i++) client.send(chunk);

    assertThat(client.read().text()).isEqualTo("BODY_TOO_LARGE");
  }

  @Test
  void the_longest_body_is_taken() {
    var body = "x".repeat(BODY_MAX);

    assertThat(client.send(post("/", body)).read().text()).isEqualTo("POST / " + body);
    assertThat(client.send(post("/", "more")).read().text()).isEqualTo("POST / more");
  }

  @Test
  void a_long_body_is_not_read_before_the_handler_asks_for_it() {
    client.send("POST /refused HTTP/1.1\r\nHost: h\r\nContent-Length: " + BODY_MAX + "\r\n\r\n");
    var response = client.read();
    assertThat(response.text()).isEqualTo("who are you?");
    assertThat(response.header("connection")).isEqualTo("close");
  }

  @Test
  void long_bodies_wait_for_room_and_short_ones_do_not() throws Exception {
    // There is room for one body of this length, and chunks may become that long.
    var limits = HttpLimits.ofBodyBytes(1 << 30);
    try (var roomy = HttpServer.start(echo, "127.0.0.1", 0, limits);
        var first = new RawClient(roomy.port());
        var second = new RawClient(roomy.port());
        var other = new RawClient(roomy.port())) {
      first.send(chunked("/wait"));
      assertThat(echo.arrived.await(60, TimeUnit.SECONDS)).isTrue();
      second.send(chunked("/second"));
      for (int i = 0; i < 200; i++) other.send(post("/short", "")).read();
      // Echo does not decompress, so it needs no room for what this may become.
      var zipped = post("/zipped", "abc").replace("Host: h", "Host: h\r\nContent-Encoding: gzip");
      assertThat(other.send(zipped).read().text()).endsWith("abc");

      assertThat(echo.paths).doesNotContain("/second");

      echo.release.countDown();
      assertThat(first.read().text()).endsWith("abc");
      assertThat(second.read().text()).endsWith("abc");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Len",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"
      })
  void a_request_that_ends_in_the_middle_is_not_answered_as_if_it_were_whole(String request) {
    assertThat(client.send(request).end().read().text()).isEqualTo("CUT_OFF");
  }

  @Test
  void a_server_that_is_closed_answers_what_it_is_at() throws Exception {
    client.send(post("/wait", "late"));
    assertThat(echo.arrived.await(60, TimeUnit.SECONDS)).isTrue();
    try (var idle = new RawClient(server.port())) {
      idle.send(post("/", "")).read();
      var closing = CompletableFuture.runAsync(() -> server.close(Duration.ofHours(1)));
      assertThat(idle.isAtEnd()).isTrue();
      echo.release.countDown();

      var answer = client.read();

      assertThat(answer.text()).isEqualTo("POST /wait late");
      assertThat(client.isAtEnd()).isTrue();
      closing.get(60, TimeUnit.SECONDS);
    }
  }
}
