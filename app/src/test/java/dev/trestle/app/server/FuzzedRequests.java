package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.trestle.app.server.ApiOperations.ApiOperation;
import dev.trestle.app.server.EdgeServer.Credentials;
import dev.trestle.platform.web.Json;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;

/** Requests that are nearly right: of the operations of all systems, with something changed. */
final class FuzzedRequests {
  /**
   * One of them.
   *
   * @param system whose operation it calls
   * @param operation the operation, by its method and path or its name
   */
  record FuzzedRequest(String system, String operation, byte[] bytes) {}

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "0",
          "-1",
          "1e400",
          "1e-400",
          "1e308",
          "9223372036854775808",
          "[]",
          "{}",
          "[null]",
          "\"\"",
          "\"\\ud800\"",
          "\"\\u0000\"",
          "\"2030-01-01T00:00:00Z\"",
          "\"+99999-01-01T00:00:00Z\"",
          "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
          "\"' OR 1=1\"");
  private static final List<String> IDS =
      List.of(
          "01ARZ3NDEKTSV4RRFFQ69G5FAV",
          "chat_01ARZ3NDEKTSV4RRFFQ69G5FAV",
          "me",
          "0",
          "-1",
          "%00",
          "%ff",
          "..",
          "%2e%2e%2f",
          "a%2fb",
          "9999999999999999999",
          "%F0%9F%98%80",
          "{}");
  private static final List<String> QUERIES =
      List.of(
          "",
          "",
          "",
          "?limit=1",
          "?limit=-1",
          "?limit=999999999999",
          "?cursor=abc",
          "?cursor=%00",
          "?from=0&to=1",
          "?lat=91&lon=181",
          "?lat=52.2297&lon=21.0122&radius=5",
          "?lat=1e400&lon=0",
          "?q=%ff",
          "?category=x&category=y",
          "?after=9223372036854775807",
          "?" + "a=b&".repeat(70));
  private static final List<String> HEADERS =
      List.of(
          "Idempotency-Key: k",
          "Idempotency-Key: ",
          "If-None-Match: x",
          "Origin: null",
          "Sec-Fetch-Site: cross-site",
          "X-Forwarded-For: 1.2.3.4",
          "Expect: 100-continue",
          "Accept-Encoding: gzip",
          "Cookie: __Host-operator=x; __Host-operator=y",
          "Content-Type: text/plain",
          "X-Device-Id: \u00e9",
          "Range: bytes=0-1",
          "Connection: x");
  private static final int MALFORMED_ONE_IN = 16;

  /** The more there are, the more is stored. */
  private static final int RANDOM_IDS = 10_000;

  private static final List<String> FRAME_TYPES =
      List.of(
          "send_message",
          "sync_request",
          "ack",
          "read",
          "typing_start",
          "typing_stop",
          "heartbeat",
          "x");

  /** Fields that some frames have. A frame may have one twice, which is refused. */
  private static final List<Map.Entry<String, String>> FRAME_FIELDS =
      List.of(
          Map.entry("after_sequence", "0"),
          Map.entry("after_sequence", "9223372036854775807"),
          Map.entry("limit", "100"),
          Map.entry("limit", "-1"),
          Map.entry("kind", "\"edit\""),
          Map.entry("kind", "\"delete\""),
          Map.entry("kind", "\"reaction\""),
          Map.entry("target_sequence", "1"),
          Map.entry("reply_to", "1"),
          Map.entry("content_type", "\"text/plain\""),
          Map.entry("mentions", "[\"user_01ARZ3NDEKTSV4RRFFQ69G5FAV\"]"),
          Map.entry("file_id", "\"file_01ARZ3NDEKTSV4RRFFQ69G5FAV\""));

  private static final byte[] NASTY = {0, 9, 10, 13, 32, 58, 127, (byte) 0xed, (byte) 0xff};

  private final Random random;
  private final List<ApiOperation> operations;
  private final List<Credentials> credentials;
  private final Function<String, Credentials> fitting;
  private final Map<String, String> known;
  private final List<String> ids;

  /**
   * Creates a source of requests.
   *
   * @param operations what is called
   * @param credentials of all kinds
   * @param fitting those that an operation at a path asks for
   * @param known ids of things that are there, by their names in paths
   */
  FuzzedRequests(
      Random random,
      List<ApiOperation> operations,
      List<Credentials> credentials,
      Function<String, Credentials> fitting,
      Map<String, String> known) {
    this.random = random;
    this.operations = operations.stream().filter(FuzzedRequests::isRepeatable).toList();
    this.credentials = credentials;
    this.fitting = fitting;
    this.known = known;
    this.ids = List.copyOf(known.values());
  }

  /** Signing out, or deleting what the others need, would leave the rest of the run without it. */
  private static boolean isRepeatable(ApiOperation operation) {
    var path = operation.path();
    if (path.endsWith("/logout") || path.endsWith("/leave")) return false;
    if (path.endsWith("/suspend") || path.endsWith("/console/api/backups")) return false;
    return !operation.method().equals("DELETE")
        || Stream.of(
                "/session", "/sessions", "/users/me", "/members/", "/items/{item}", "/tenants/")
            .noneMatch(path::contains);
  }

  private <T> T any(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Requests for one connection; some may not be requests at all. */
  List<FuzzedRequest> batch(int count) {
    return Stream.generate(() -> random.nextInt(MALFORMED_ONE_IN) == 0 ? malformed() : valid())
        .limit(count)
        .toList();
  }

  /** A well-formed request whose values are strange. */
  private FuzzedRequest valid() {
    var operation = any(operations);
    var body = operation.example().map(this::body).orElse("");
    if (random.nextInt(20) == 0) body = cut(body);
    return of(operation, request(operation, body.getBytes(UTF_8), false));
  }

  /** Something that may not be a request at all. */
  private FuzzedRequest malformed() {
    var operation = any(operations);
    var body = operation.example().map(this::body).orElse("");
    var bytes = request(operation, body.getBytes(UTF_8), random.nextInt(4) == 0);
    for (int i = random.nextInt(4); i >= 0; i--) bytes = changed(bytes, random);
    return of(operation, bytes);
  }

  private static FuzzedRequest of(ApiOperation operation, byte[] bytes) {
    return new FuzzedRequest(system(operation.path()), operation.toString(), bytes);
  }

  private static String system(String path) {
    return switch (path.split("/", 3)[1]) {
      case "api" -> "messenger";
      case "stack" -> "stak";
      case "ecobid" -> "ecobid";
      case "homeops" -> "homeops";
      case "console", "operator", "metrics" -> "operator";
      default -> "pages";
    };
  }

  private byte[] request(ApiOperation operation, byte[] body, boolean isChunked) {
    var head = new StringBuilder();
    head.append(random.nextInt(30) == 0 ? "PATCH" : operation.method()).append(' ');
    head.append(path(operation)).append(any(QUERIES)).append(" HTTP/1.1\r\nHost: localhost\r\n");
    boolean fits = random.nextInt(4) > 0;
    var who = (fits ? fitting.apply(operation.path()) : any(credentials)).headers();
    for (int i = 0; i + 1 < who.size(); i += 2) {
      head.append(who.get(i)).append(": ").append(who.get(i + 1)).append("\r\n");
    }
    for (int i = random.nextInt(3); i > 0; i--) head.append(any(HEADERS)).append("\r\n");
    head.append("Content-Type: application/json\r\n");
    var out = new ByteArrayOutputStream();
    if (isChunked) {
      head.append("Transfer-Encoding: chunked\r\n\r\n");
      out.writeBytes(head.toString().getBytes(ISO_8859_1));
      out.writeBytes((Integer.toHexString(body.length) + ";x=y\r\n").getBytes(ISO_8859_1));
      out.writeBytes(body);
      out.writeBytes("\r\n0\r\nTrailer: x\r\n\r\n".getBytes(ISO_8859_1));
    } else {
      head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
      out.writeBytes(head.toString().getBytes(ISO_8859_1));
      out.writeBytes(body);
    }
    return out.toByteArray();
  }

  private String path(ApiOperation operation) {
    var path = new StringBuilder();
    for (var segment : operation.path().split("/", -1)) {
      if (!path.isEmpty() || segment.isEmpty()) path.append(path.isEmpty() ? "" : "/");
      else path.append("/");
      if (!segment.startsWith("{")) path.append(segment);
      else path.append(id(name(operation, segment)));
    }
    return path.toString().startsWith("/") ? path.toString() : "/" + path;
  }

  /** The chat of a household is not one of Messenger's, nor are Stak's users. */
  private static String name(ApiOperation operation, String segment) {
    var name = segment.substring(1, segment.length() - 1);
    if (name.equals("chat") && operation.path().startsWith("/homeops/")) return "household chat";
    if (name.equals("user") && operation.path().startsWith("/stack/")) return "tenant user";
    return name;
  }

  private String id(String name) {
    return switch (random.nextInt(8)) {
      case 0 -> any(IDS);
      case 1 -> any(ids);
      default -> known.getOrDefault(name, any(IDS));
    };
  }

  private String body(ObjectNode example) {
    var copy = example.deepCopy();
    for (int i = random.nextInt(3); i > 0; i--) replaceOne(copy);
    return new String(Json.write(copy), UTF_8)
        .replace("\"~\"", any(VALUES))
        .replace("@random", Integer.toString(random.nextInt(RANDOM_IDS)));
  }

  private void replaceOne(JsonNode at) {
    if (at instanceof ObjectNode object && !object.isEmpty()) {
      var fields = object.properties().stream().toList();
      var field = any(fields);
      boolean goesOn = field.getValue().isContainerNode() && random.nextBoolean();
      if (goesOn) replaceOne(field.getValue());
      else if (random.nextInt(5) == 0) object.remove(field.getKey());
      else object.put(field.getKey(), random.nextInt(3) == 0 ? any(ids) : "~");
    } else if (at instanceof ArrayNode array && !array.isEmpty()) {
      array.set(random.nextInt(array.size()), array.textNode("~"));
    }
  }

  private String cut(String text) {
    return text.substring(0, random.nextInt(text.length() + 1));
  }

  /** The same with a byte changed or put in, some left out, or the start repeated at the end. */
  static byte[] changed(byte[] bytes, Random random) {
    if (bytes.length < 2) return bytes;
    int at = random.nextInt(bytes.length);
    var out = new ByteArrayOutputStream();
    switch (random.nextInt(4)) {
      case 0 -> {
        var copy = bytes.clone();
        copy[at] = NASTY[random.nextInt(NASTY.length)];
        return copy;
      }
      case 1 -> {
        out.write(bytes, 0, at);
        out.write(NASTY[random.nextInt(NASTY.length)]);
        out.write(bytes, at, bytes.length - at);
      }
      case 2 -> {
        out.write(bytes, 0, at);
        out.write(
            bytes,
            Math.min(bytes.length, at + 1 + random.nextInt(8)),
            Math.max(0, bytes.length - Math.min(bytes.length, at + 9)));
      }
      default -> {
        out.write(bytes, 0, bytes.length);
        out.write(bytes, 0, at);
      }
    }
    return out.toByteArray();
  }

  /** Frames of a WebSocket: some as they should be, with strange payloads, and some not. */
  byte[] frames(int count) {
    var out = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      boolean isText = random.nextInt(32) > 0;
      var payload = isText ? frame().getBytes(UTF_8) : new byte[random.nextInt(300)];
      if (!isText) random.nextBytes(payload);
      int first = isText ? 0x81 : random.nextInt(256);
      out.write(first);
      if (payload.length < 126) {
        out.write(0x80 | payload.length);
      } else {
        out.write(0x80 | 126);
        out.write(payload.length >> 8);
        out.write(payload.length);
      }
      var mask = new byte[4];
      random.nextBytes(mask);
      out.writeBytes(mask);
      for (int j = 0; j < payload.length; j++) out.write(payload[j] ^ mask[j % 4]);
    }
    return out.toByteArray();
  }

  private String frame() {
    var payload = new StringBuilder();
    payload.append("{\"chat_id\":").append(mostly("\"" + any(ids) + "\""));
    payload.append(",\"content\":").append(mostly("\"text\""));
    payload.append(",\"sequence\":").append(mostly("1"));
    payload.append(",\"client_message_id\":").append(mostly("\"m" + random.nextInt(1000) + "\""));
    for (int i = random.nextInt(4); i > 0; i--) {
      var field = any(FRAME_FIELDS);
      payload.append(",\"").append(field.getKey()).append("\":").append(mostly(field.getValue()));
    }
    return "{\"type\":\"%s\",\"request_id\":%s,\"payload\":%s}}"
        .formatted(any(FRAME_TYPES), mostly("\"r\""), payload);
  }

  /** Too many invalid frames close a socket, and the rest is not read. */
  private String mostly(String value) {
    return random.nextInt(16) > 0 ? value : any(VALUES);
  }
}
