package dev.trestle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes that a handler's response becomes. */
class ResponsesTest {
  private HttpServer server;
  private RawClient client;

  @BeforeEach
  void start() {
    server = HttpServer.start(new Statuses(), "127.0.0.1", 0, HttpLimits.ofBodyBytes(1000));
    client = new RawClient(server.port());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  /** The path is the status. The body contains the peer and the length of the request's body. */
  private static final class Statuses implements Handler {
    @Override
    public Route route(RequestHead head) {
      return new Route() {
        @Override
        public Response handle(Request request) {
          return status(request);
        }

        @Override
        public int bodyBytesMax() {
          return head.path().equals("/201") ? 10 : 100_000;
        }
      };
    }

    private static Response status(Request request) {
      int status = Integer.parseInt(request.path().substring(1));
      var text = request.peer().getHostAddress() + " " + request.bodyLength();
      return new FullResponse(status, List.of(), text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public FullResponse errorResponse(RequestError fault) {
      var text = fault.name().getBytes(StandardCharsets.US_ASCII);
      return new FullResponse(fault == RequestError.BODY_TOO_LARGE ? 413 : 400, List.of(), text);
    }
  }

  private static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: h\r\n\r\n";
  }

  private static String post(String path, int length) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: h\r\nContent-Length: "
        + length
        + "\r\n\r\n"
        + "x".repeat(length);
  }

  private static String chunked(String path, int... lengths) {
    var text =
        new StringBuilder(
            "POST " + path + " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int length : lengths) {
      text.append(Integer.toHexString(length))
          .append("\r\n")
          .append("x".repeat(length))
          .append("\r\n");
    }
    return text.append("0\r\n\r\n").toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {204, 304})
  void an_answer_that_has_no_body_has_neither_body_nor_length(int status) {
    client.send(get("/" + status) + get("/200"));

    var answer = client.read();
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.headers()).doesNotContainKey("content-length");
    assertThat(client.read().text()).isEqualTo("127.0.0.1 0");
  }

  @Test
  void the_server_says_its_name_only_if_the_handler_has_one() {
    assertThat(client.send(get("/200")).read().headers()).doesNotContainKey("server");
  }

  @Test
  void the_length_of_a_body_is_bounded_by_path() {
    assertThat(client.send(post("/201?q=1", 10)).read().text()).isEqualTo("127.0.0.1 10");
    assertThat(client.send(post("/200", 1000)).read().text()).isEqualTo("127.0.0.1 1000");
    // The server does not wait for its body.
    client.send("POST /201 HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n");
    assertThat(client.read().text()).isEqualTo("BODY_TOO_LARGE");
  }

  @Test
  void the_length_of_a_body_in_chunks_is_bounded_by_path() {
    assertThat(client.send(chunked("/201", 5, 5)).read().text()).isEqualTo("127.0.0.1 10");
    assertThat(client.send(chunked("/201", 5, 6)).read().text()).isEqualTo("BODY_TOO_LARGE");
  }

  @Test
  void no_path_has_longer_bodies_than_the_server() {
    assertThat(client.send(post("/200", 1001)).read().text()).isEqualTo("BODY_TOO_LARGE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nSet-Cookie: b", "a\nb", "a\0b"})
  void a_header_cannot_bring_another(String value) {
    assertThatThrownBy(() -> new Header("Location", value))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Header(value, "x")).isInstanceOf(IllegalArgumentException.class);
  }
}
