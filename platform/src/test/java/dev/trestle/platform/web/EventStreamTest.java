package dev.trestle.platform.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import dev.trestle.http.RawClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventStreamTest {
  private static final int QUEUED_MAX = 4;

  private final BlockingQueue<EventStream> opened = new LinkedBlockingQueue<>();
  private final BlockingQueue<EventStream> ended = new LinkedBlockingQueue<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private HttpServer server;

  @BeforeEach
  void start() {
    var router =
        new Router()
            .get("/events", _ -> stream(Duration.ofMinutes(1)))
            .get("/quiet", _ -> stream(Duration.ofMillis(20)));
    var site = new Site(dev.trestle.http.Hosts.of("127.0.0.1"), () -> "id");
    site.at("/live", router, ErrorShape.PLAIN);
    server = HttpServer.start(site, "127.0.0.1", 0, HttpLimits.ofBodyBytes(1024));
  }

  private Reply stream(Duration heartbeat) {
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            heartbeat,
            stream -> {
              opened.add(stream);
              return () -> ended.add(stream);
            }));
  }

  @AfterEach
  void stop() {
    http.close();
    server.close();
  }

  private BufferedReader listen(String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(server.endpoint() + path)).build();
    var answer = http.send(request, BodyHandlers.ofInputStream());
    assertThat(answer.headers().firstValue("content-type").orElse(""))
        .startsWith("text/event-stream");
    assertThat(answer.headers().firstValue("x-request-id")).contains("id");
    var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    assertThat(List.of(lines.readLine(), lines.readLine())).containsExactly("retry: 2000", "");
    return lines;
  }

  private static <T> T soon(BlockingQueue<T> queue) throws InterruptedException {
    var next = queue.poll(60, TimeUnit.SECONDS);
    if (next == null) throw new AssertionError("nothing came");
    return next;
  }

  private static List<String> lines(BufferedReader from, int count) throws IOException {
    var lines = new java.util.ArrayList<String>();
    while (lines.size() < count) lines.add(String.valueOf(from.readLine()));
    return lines;
  }

  @Test
  void events_come_in_order_with_id_name_and_data() throws Exception {
    try (var lines = listen("/live/events")) {
      var stream = soon(opened);
      stream.send(LiveEvent.json("count", List.of(1)).withId("7"));
      stream.send(LiveEvent.text("note", "one\ntwo\r\nid: three"));
      stream.end();

      assertThat(lines(lines, 4)).containsExactly("id: 7", "event: count", "data: [1]", "");
      assertThat(lines(lines, 5))
          .containsExactly("event: note", "data: one", "data: two", "data: id: three", "");
      assertThat(lines.readLine()).isNull();
      assertThat(soon(ended)).isSameAs(stream);
      assertThat(stream.send(LiveEvent.text("late", ""))).isFalse();
    }
  }

  @Test
  void a_client_that_sees_the_stream_misses_nothing_from_then_on() throws Exception {
    try (var _ = listen("/live/events")) {
      assertThat(opened).hasSize(1);
    }
  }

  @Test
  void a_name_or_an_id_of_several_lines_is_refused() {
    assertThatThrownBy(() -> LiveEvent.text("a\nb", ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> LiveEvent.text("a", "").withId("1\r2"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_silent_stream_has_a_heartbeat() throws Exception {
    try (var lines = listen("/live/quiet")) {
      assertThat(lines(lines, 4)).containsExactly(":", "", ":", "");
    }
  }

  @Test
  void a_client_that_does_not_read_is_dropped_with_a_last_event() throws Exception {
    try (var client = new RawClient(server.port())) {
      client.send("GET /live/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
      var stream = soon(opened);
      var large = LiveEvent.text("large", "x".repeat(100_000));
      int sent = 0;
      while (stream.send(large)) {
        sent++;
        Thread.onSpinWait();
      }

      assertThat(sent).isGreaterThanOrEqualTo(QUEUED_MAX);
      assertThat(stream.isOpen()).isFalse();
      assertThat(client.readToEnd()).endsWith("event: dropped\ndata: {}\n\n\r\n0\r\n\r\n");
      assertThat(soon(ended)).isSameAs(stream);
    }
  }

  @Test
  void a_client_that_goes_is_noticed_though_nothing_is_sent() throws Exception {
    var client = new RawClient(server.port());
    client.send("GET /live/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    var stream = soon(opened);
    client.close();

    assertThat(soon(ended)).isSameAs(stream);
  }

  @Test
  void a_server_that_closes_ends_its_streams() throws Exception {
    try (var lines = listen("/live/events")) {
      soon(opened);
      server.close();

      // A stream that is not told is cut off after the grace period, and reading it fails.
      assertThat(lines.readLine()).isNull();
    }
  }

  @Test
  void head_opens_no_stream() throws Exception {
    try (var client = new RawClient(server.port())) {
      client.send("HEAD /live/events HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertThat(client.read().header("content-type")).startsWith("text/event-stream");
      assertThat(opened).isEmpty();
    }
  }
}
