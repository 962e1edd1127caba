package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StreamedTest {
  private static final Duration WATCH = Duration.ofMillis(50);

  private final CountDownLatch waiting = new CountDownLatch(1);
  private final CountDownLatch ending = new CountDownLatch(1);
  private final CompletableFuture<String> end = new CompletableFuture<>();
  private HttpServer server;
  private RawClient client;

  @BeforeEach
  void start() {
    server = HttpServer.start(new Streams(), "127.0.0.1", 0, HttpLimits.ofBodyBytes(1024));
    client = new RawClient(server.port());
  }

  @AfterEach
  void stop() {
    ending.countDown();
    client.close();
    server.close();
  }

  /** A body for each path. */
  private final class Streams implements Handler {
    @Override
    public Route route(RequestHead head) {
      return this::handle;
    }

    private Response handle(Request request) {
      return new StreamedResponse(
          200,
          List.of(new Header("X-Note", "kept")),
          switch (request.path()) {
            case "/three" -> StreamedTest::writeThree;
            case "/wait" -> this::waitForTheEnd;
            case "/endless" -> this::writeForever;
            case "/fault" -> StreamedTest::fail;
            default -> _ -> {};
          });
    }

    private void waitForTheEnd(StreamedResponse.Sink sink) throws InterruptedException {
      sink.write(ascii("first"));
      sink.whenEnding(ending::countDown);
      waiting.countDown();
      ending.await();
      end.complete(sink.isOpen() ? "open" : "ended");
    }

    private void writeForever(StreamedResponse.Sink sink) {
      try {
        while (true) sink.write(new byte[64 * 1024]);
      } catch (RuntimeException e) {
        end.complete(e.getClass().getSimpleName());
        throw e;
      }
    }

    @Override
    public FullResponse errorResponse(RequestError fault) {
      return new FullResponse(400, List.of(), ascii(fault.name()));
    }
  }

  private static void writeThree(StreamedResponse.Sink sink) {
    sink.write(ascii("one"));
    sink.write(new byte[0]);
    sink.write(ascii("[two]"), 1, 3);
    sink.write(ascii("[" + "x".repeat(40_000) + "]"), 1, 40_000);
  }

  private static void fail(StreamedResponse.Sink sink) {
    sink.write(ascii("half"));
    throw new IllegalStateException("a fault on purpose");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String get(String path, String version) {
    return "GET " + path + " HTTP/" + version + "\r\nHost: h\r\n\r\n";
  }

  @Test
  void a_body_is_sent_in_chunks_and_another_request_may_follow() {
    var head = client.send(get("/three", "1.1")).read();

    assertThat(head.header("transfer-encoding")).isEqualTo("chunked");
    assertThat(head.headers()).doesNotContainKey("content-length");
    assertThat(head.header("x-note")).isEqualTo("kept");
    var body = "3\r\none\r\n3\r\ntwo\r\n9c40\r\n" + "x".repeat(40_000) + "\r\n0\r\n\r\n";
    assertThat(client.readBytes(body.length())).isEqualTo(ascii(body));

    assertThat(client.send(get("/", "1.1")).read().status()).isEqualTo(200);
    assertThat(client.readBytes(5)).asString(StandardCharsets.US_ASCII).isEqualTo("0\r\n\r\n");
  }

  @Test
  void requests_sent_while_a_stream_goes_on_are_answered_after_it() {
    client.send(get("/wait", "1.1")).read();
    client.send(get("/", "1.1") + get("/three", "1.1"));
    ending.countDown();

    assertThat(client.readBytes(15)).asString(StandardCharsets.US_ASCII).endsWith("0\r\n\r\n");
    assertThat(client.read().status()).isEqualTo(200);
    assertThat(client.readBytes(5)).asString(StandardCharsets.US_ASCII).isEqualTo("0\r\n\r\n");
    assertThat(client.read().status()).isEqualTo(200);
  }

  @Test
  void a_client_of_version_1_0_gets_the_bytes_up_to_the_end() {
    var all = client.send(get("/three", "1.0")).readToEnd();

    assertThat(all).contains("Connection: close").doesNotContain("chunked");
    assertThat(all.endsWith("\r\n\r\nonetwo" + "x".repeat(40_000))).isTrue();
  }

  @Test
  void head_asks_for_no_body() {
    client.send("HEAD /fault HTTP/1.1\r\nHost: h\r\n\r\n" + get("/three", "1.1"));

    assertThat(client.read().header("transfer-encoding")).isEqualTo("chunked");
    assertThat(client.read().status()).isEqualTo(200);
  }

  @Test
  void a_body_that_fails_is_seen_to_be_cut_off() {
    assertThat(client.send(get("/fault", "1.1")).readToEnd()).endsWith("4\r\nhalf\r\n");
  }

  @Test
  void a_body_is_told_that_the_other_side_has_gone() throws Exception {
    client.send(get("/wait", "1.1"));
    assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
    client.close();

    assertThat(end.get(60, TimeUnit.SECONDS)).isEqualTo("ended");
  }

  @Test
  void a_body_is_told_that_the_server_closes_and_may_end_well() throws Exception {
    client.send(get("/wait", "1.1"));
    assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();
    server.close(Duration.ofMinutes(2));

    // A body that is not told is cut off after the grace period, without its last chunk.
    assertThat(end.get(60, TimeUnit.SECONDS)).isEqualTo("ended");
    assertThat(client.readToEnd()).endsWith("5\r\nfirst\r\n0\r\n\r\n");
  }

  @Test
  void who_does_not_read_is_left() throws Exception {
    var limits = HttpLimits.ofBodyBytes(1024).withTimes(Duration.ofSeconds(2), WATCH);
    try (var strict = HttpServer.start(new Streams(), "127.0.0.1", 0, limits);
        var sleepy = new RawClient(strict.port())) {
      sleepy.send(get("/endless", "1.1"));

      assertThat(end.get(60, TimeUnit.SECONDS)).isEqualTo("UncheckedIOException");
    }
  }

  @Test
  void a_stream_that_is_silent_for_longer_than_writing_may_take_goes_on() throws Exception {
    var limits = HttpLimits.ofBodyBytes(1024).withTimes(Duration.ofSeconds(2), WATCH);
    try (var strict = HttpServer.start(new Streams(), "127.0.0.1", 0, limits);
        var patient = new RawClient(strict.port())) {
      patient.send(get("/wait", "1.1")).read();
      assertThat(ending.await(2500, TimeUnit.MILLISECONDS)).isFalse();
      ending.countDown();

      assertThat(patient.readToEnd()).endsWith("5\r\nfirst\r\n0\r\n\r\n");
    }
  }
}
