package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that keep a server waiting. */
class TimeoutsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(50);

  private HttpServer server;
  private RawClient client;

  @BeforeEach
  void start() {
    var limits = HttpLimits.ofBodyBytes(1 << 20).withTimes(PATIENCE, CHECK_INTERVAL);
    server = HttpServer.start(new Echo(), "127.0.0.1", 0, limits);
    client = new RawClient(server.port());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Len",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"
      })
  void a_half_sent_request_is_told_that_it_is_too_slow(String request) {
    var answer = client.send(request).read();

    assertThat(answer.status()).isEqualTo(408);
    assertThat(client.isAtEnd()).isTrue();
  }

  @Test
  void a_server_that_is_busy_still_says_that_a_request_is_too_slow() {
    var busy =
        new Handler() {
          private final Echo echo = new Echo();

          @Override
          public Route route(RequestHead head) {
            return echo.route(head);
          }

          // Takes longer than it is until the next looks at the deadlines.
          @Override
          public FullResponse errorResponse(RequestError error) {
            LockSupport.parkNanos(CHECK_INTERVAL.multipliedBy(4).toNanos());
            return echo.errorResponse(error);
          }
        };
    var limits = HttpLimits.ofBodyBytes(1 << 20).withTimes(PATIENCE, CHECK_INTERVAL);
    try (var server = HttpServer.start(busy, "127.0.0.1", 0, limits);
        var slow = new RawClient(server.port())) {
      assertThat(slow.send("POST / HTTP/1.1\r\nHost: h\r\nA: ").read().status()).isEqualTo(408);
    }
  }

  @Test
  void bytes_that_drip_do_not_gain_time() {
    client.send("POST / HTTP/1.1\r\nHost: h\r\nA: ");

    assertThat(isCutWhileBytesDrip()).isTrue();
  }

  @Test
  void a_silent_connection_is_closed() {
    assertThat(client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n").read().status()).isEqualTo(200);
    assertThat(client.isAtEnd()).isTrue();
  }

  @Test
  void whoever_does_not_read_an_answer_is_left() {
    client.send("GET /long HTTP/1.1\r\nHost: h\r\n\r\n");

    assertThat(isCutWhileBytesDrip()).isTrue();
  }

  /** Sends a byte now and then until the server has closed the connection and sending fails. */
  private boolean isCutWhileBytesDrip() {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (System.nanoTime() < deadline) {
      try {
        client.send("x");
      } catch (UncheckedIOException e) {
        return true;
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return false;
  }
}
