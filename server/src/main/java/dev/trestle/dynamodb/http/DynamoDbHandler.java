package dev.trestle.dynamodb.http;

import dev.trestle.dynamodb.RequestId;
import dev.trestle.dynamodb.http.signature.SignatureCheck;
import dev.trestle.dynamodb.http.signature.SignatureRefusal;
import dev.trestle.dynamodb.http.signature.SignedRequest;
import dev.trestle.http.FullResponse;
import dev.trestle.http.Handler;
import dev.trestle.http.Header;
import dev.trestle.http.Hosts;
import dev.trestle.http.Request;
import dev.trestle.http.RequestError;
import dev.trestle.http.RequestHead;
import dev.trestle.http.Route;
import dev.trestle.item.Limits;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Serves what DynamoDB has around its operations: the health check, CORS, content types,
 * compression, checksums and request ids.
 */
final class DynamoDbHandler implements Handler {
  /** Shorter responses are not compressed, whatever the client accepts. */
  static final int COMPRESSED_BYTES_MIN = 4096;

  private static final String JSON_1_0 = "application/x-amz-json-1.0";
  private static final String JSON = "application/json";
  private static final Header IN_JSON_1_0 = new Header("Content-Type", JSON_1_0);
  private static final Header IN_JSON = new Header("Content-Type", JSON);
  private static final Header FOR_ALL_ORIGINS = new Header("Access-Control-Allow-Origin", "*");
  private static final byte[] UNKNOWN =
      "<UnknownOperationException/>\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_BODY = {};

  private final JsonProtocol protocol;
  private final Optional<SignatureCheck> signatures;
  private final Hosts hosts;
  private final byte[] healthy;

  DynamoDbHandler(
      JsonProtocol protocol, Optional<SignatureCheck> signatures, Hosts hosts, String region) {
    this.protocol = protocol;
    this.signatures = signatures;
    this.hosts = hosts;
    // DynamoDB's text ends with a blank.
    this.healthy =
        ("healthy: dynamodb." + region + ".amazonaws.com ").getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public Route route(RequestHead head) {
    return this::handle;
  }

  private FullResponse handle(Request request) {
    if (!hosts.accept(request.header("host").orElse("")) || isForeign(request)) {
      return json(ErrorResponses.foreignHost());
    }
    var origin = request.header("origin").filter(this::isAllowed);
    if (origin.isPresent() && request.method().equals("OPTIONS")) return preflight(request);
    if (request.method().equals("GET") && request.path().equals("/")) {
      return plain(200, healthy, origin);
    }
    var type = mediaType(request.header("content-type").orElse(""));
    boolean isJson = type.equals(JSON_1_0) || type.equals(JSON);
    if (!request.method().equals("POST") || (request.hasBody() && !isJson)) {
      return plain(404, UNKNOWN, origin);
    }
    var headers = headers(origin);
    headers.add(type.equals(JSON_1_0) ? IN_JSON_1_0 : IN_JSON);
    return compressed(verified(request), headers, request.header("accept-encoding").orElse(""));
  }

  /** Without signatures, local clients are trusted, but not the clients of a local proxy. */
  private boolean isForeign(Request request) {
    if (signatures.isPresent() || !(hosts instanceof Hosts.Loopback)) return false;
    return request.isForwarded();
  }

  @Override
  public String serverName() {
    return "Server";
  }

  @Override
  public boolean decompressesBodies() {
    return true;
  }

  /**
   * Unknown operations are reported without a signature, as in DynamoDB, but then the body is not
   * read: a stranger could fill the room for bodies.
   */
  private JsonResponse verified(Request request) {
    var target = request.header("x-amz-target").orElse("");
    var operation = protocol.find(target, request.header("host").orElse(""));
    try {
      if (signatures.isPresent()) {
        if (operation.isEmpty()) return ErrorResponses.unknownOperation();
        signatures.get().verify(signed(request));
      }
      request.markAuthenticated();
    } catch (SignatureRefusal refusal) {
      return ErrorResponses.of(refusal);
    }
    return decoded(target, operation, request);
  }

  /** The signature covers the bytes as they were sent, compressed or not. */
  private static SignedRequest signed(Request request) {
    var headers = new LinkedHashMap<String, List<String>>();
    for (var field : request.headers()) {
      headers
          .computeIfAbsent(field.name().toLowerCase(Locale.ROOT), unused -> new ArrayList<>())
          .add(field.value());
    }
    return new SignedRequest(
        request.method(), request.path(), request.query(), headers, request::body);
  }

  private JsonResponse decoded(
      String target, Optional<JsonOperation<?>> operation, Request request) {
    var encoding = request.header("content-encoding");
    var body = request.bodyArray();
    int start = request.bodyStart();
    int length = request.bodyLength();
    if (encoding.isEmpty() || encoding.get().equalsIgnoreCase("identity")) {
      return protocol.handle(target, operation, body, start, length);
    }
    var coding = ContentCoding.named(encoding.get());
    if (coding.isEmpty()) return ErrorResponses.malformed("");
    try {
      var decoded = coding.get().decode(body, start, length, Limits.REQUEST_BYTES);
      return protocol.handle(target, operation, decoded, 0, decoded.length);
    } catch (ContentCoding.Undecodable e) {
      return e.isTooLong() ? ErrorResponses.tooLarge() : ErrorResponses.malformed("");
    }
  }

  /** The checksum is that of the compressed bytes: clients check it before they decompress. */
  private static FullResponse compressed(JsonResponse body, List<Header> headers, String accepted) {
    if (body.body().length < COMPRESSED_BYTES_MIN || body.status() != 200) {
      return response(body, headers);
    }
    var coding =
        accepted.isEmpty() ? Optional.<ContentCoding>empty() : ContentCoding.accepted(accepted);
    if (coding.isEmpty()) return response(body, headers);
    headers.add(new Header("Content-Encoding", coding.get().token()));
    return response(new JsonResponse(body.status(), coding.get().encode(body.body())), headers);
  }

  private static FullResponse response(JsonResponse body, List<Header> headers) {
    headers.add(new Header("x-amz-crc32", Long.toString(body.crc32())));
    return new FullResponse(body.status(), headers, body.body());
  }

  private static FullResponse json(JsonResponse body) {
    var headers = headers(Optional.empty());
    headers.add(IN_JSON_1_0);
    return response(body, headers);
  }

  private static FullResponse plain(int status, byte[] body, Optional<String> origin) {
    return response(new JsonResponse(status, body), headers(origin));
  }

  private static List<Header> headers(Optional<String> origin) {
    var headers = new ArrayList<Header>(6);
    headers.add(new Header("x-amzn-RequestId", RequestId.next()));
    if (origin.isPresent()) headers.add(FOR_ALL_ORIGINS);
    return headers;
  }

  private static FullResponse preflight(Request request) {
    var headers = headers(Optional.of("*"));
    request
        .header("access-control-request-headers")
        .ifPresent(requested -> headers.add(new Header("Access-Control-Allow-Headers", requested)));
    request
        .header("access-control-request-method")
        .ifPresent(requested -> headers.add(new Header("Access-Control-Allow-Methods", requested)));
    headers.add(new Header("Access-Control-Max-Age", "172800"));
    return new FullResponse(200, headers, NO_BODY);
  }

  /**
   * DynamoDB allows all origins, because it verifies signatures. Without signatures, only pages of
   * this machine are allowed: others could read everything.
   */
  private boolean isAllowed(String origin) {
    if (signatures.isPresent()) return true;
    try {
      return hosts.accept(Optional.ofNullable(URI.create(origin).getAuthority()).orElse(""));
    } catch (IllegalArgumentException malformed) {
      return hosts.accept("");
    }
  }

  private static String mediaType(String contentType) {
    if (contentType.equals(JSON_1_0)) return JSON_1_0;
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).strip();
  }

  @Override
  public FullResponse errorResponse(RequestError error) {
    return json(
        switch (error) {
          case MALFORMED, HEAD_TOO_LARGE -> ErrorResponses.malformedHttp();
          case BODY_TOO_LARGE -> ErrorResponses.tooLarge();
          case CUT_OFF -> ErrorResponses.aborted();
          case TOO_SLOW -> ErrorResponses.timeout();
          case TOO_MANY_CONNECTIONS -> ErrorResponses.busy();
        });
  }
}
