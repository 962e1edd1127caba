package dev.trestle.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.wire.WireServer;
import dev.trestle.http.Fault;
import dev.trestle.http.Field;
import dev.trestle.http.Handler;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import dev.trestle.http.Request;
import dev.trestle.http.Response;
import dev.trestle.item.Limits;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The process that is measured: the engine in memory behind its HTTP face, or the same server with
 * a handler that does nothing but answer with as many bytes. It ends with its standard input.
 */
final class ServedEngine {
  private static final Logger SERVER_LOG = Logger.getLogger("io.helidon");

  private ServedEngine() {}

  /** Arguments: "engine", or "empty" with the lengths of answers by operation: GetItem=300 … */
  static void main(String[] arguments) throws IOException {
    SERVER_LOG.setLevel(Level.WARNING);
    if (arguments[0].equals("engine")) {
      try (var trestle = Trestle.inMemory();
          var server = WireServer.start(trestle.engine(), "127.0.0.1", 0)) {
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

  /** Looks at the target only, to know how much to answer. */
  private static final class Empty implements Handler {
    private static final List<Field> FIELDS =
        List.of(new Field("Content-Type", "application/x-amz-json-1.0"));
    private final List<String> operations;
    private final List<Response> responses;

    Empty(String[] arguments) {
      var lengths = List.of(arguments).subList(1, arguments.length);
      operations =
          lengths.stream()
              .map(length -> "DynamoDB_20120810." + length.substring(0, length.indexOf('=')))
              .toList();
      responses =
          lengths.stream()
              .map(length -> Integer.parseInt(length.substring(length.indexOf('=') + 1)))
              .map(length -> new Response(200, FIELDS, " ".repeat(length).getBytes(US_ASCII)))
              .toList();
    }

    @Override
    public Response answer(Request request) {
      return responses.get(operations.indexOf(request.header("x-amz-target").orElse("")));
    }

    @Override
    public Response refuse(Fault fault) {
      return new Response(400, FIELDS, fault.name().toLowerCase(Locale.ROOT).getBytes(US_ASCII));
    }
  }
}
