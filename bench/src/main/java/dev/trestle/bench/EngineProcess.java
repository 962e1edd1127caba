package dev.trestle.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.http.FullResponse;
import dev.trestle.http.Handler;
import dev.trestle.http.Header;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import dev.trestle.http.Request;
import dev.trestle.http.RequestError;
import dev.trestle.http.RequestHead;
import dev.trestle.http.Route;
import dev.trestle.item.Limits;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The process that is measured: the engine in memory behind its HTTP face, or the same server with
 * a handler that does nothing but answer with as many bytes. It ends with its standard input.
 */
final class EngineProcess {

  private EngineProcess() {}

  /** Arguments: "engine", or "empty" with the lengths of responses by operation: GetItem=300 … */
  static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("engine")) {
      try (var trestle = Trestle.inMemory();
          var server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0)) {
        serve(server.port());
      }
    } else {
      var handler = new Empty(arguments);
      var limits = HttpLimits.ofBodyBytes(Limits.REQUEST_BYTES);
      try (var server = HttpServer.start(handler, "127.0.0.1", 0, limits)) {
        serve(server.port());
      }
    }
  }

  private static void serve(int port) throws IOException {
    System.out.println(port);
    while (System.in.read() >= 0) {}
  }

  /** Looks only at the target, and responds with as many bytes as the engine would. */
  private static final class Empty implements Handler {
    private static final List<Header> HEADERS =
        List.of(new Header("Content-Type", "application/x-amz-json-1.0"));
    private final List<String> operations;
    private final List<FullResponse> responses;

    Empty(String[] arguments) {
      var lengths = List.of(arguments).subList(1, arguments.length);
      operations =
          lengths.stream()
              .map(length -> "DynamoDB_20120810." + length.substring(0, length.indexOf('=')))
              .toList();
      responses =
          lengths.stream()
              .map(length -> Integer.parseInt(length.substring(length.indexOf('=') + 1)))
              .map(length -> new FullResponse(200, HEADERS, " ".repeat(length).getBytes(US_ASCII)))
              .toList();
    }

    @Override
    public Route route(RequestHead head) {
      return this::handle;
    }

    private FullResponse handle(Request request) {
      return responses.get(operations.indexOf(request.header("x-amz-target").orElse("")));
    }

    @Override
    public FullResponse errorResponse(RequestError error) {
      return new FullResponse(
          400, HEADERS, error.name().toLowerCase(Locale.ROOT).getBytes(US_ASCII));
    }
  }
}
