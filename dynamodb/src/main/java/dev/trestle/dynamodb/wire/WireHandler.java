package dev.trestle.dynamodb.wire;

import dev.trestle.dynamodb.RequestId;
import dev.trestle.dynamodb.wire.signature.SignatureCheck;
import dev.trestle.dynamodb.wire.signature.SignatureRefusal;
import dev.trestle.dynamodb.wire.signature.SignedRequest;
import dev.trestle.http.Fault;
import dev.trestle.http.Field;
import dev.trestle.http.Handler;
import dev.trestle.http.Hosts;
import dev.trestle.http.Request;
import dev.trestle.http.Response;
import dev.trestle.item.Limits;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What DynamoDB's front door does around an operation: health, cross-origin questions, content
 * types, compression, the checksum and the request's id.
 */
final class WireHandler implements Handler {
  /** Shorter answers are not compressed, whatever the client accepts. */
  static final int COMPRESSED_BYTES_MIN = 4096;

  private static final String JSON_1_0 = "application/x-amz-json-1.0";
  private static final String JSON = "application/json";
  private static final byte[] UNKNOWN =
      "<UnknownOperationException/>\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NO_BODY = {};

  private final Protocol protocol;
  private final Optional<SignatureCheck> signatures;
  private final Hosts hosts;
  private final byte[] healthy;

  WireHandler(Protocol protocol, Optional<SignatureCheck> signatures, Hosts hosts, String region) {
    this.protocol = protocol;
    this.signatures = signatures;
    this.hosts = hosts;
    // The blank at the end is DynamoDB's.
    this.healthy =
        ("healthy: dynamodb." + region + ".amazonaws.com ").getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public Response answer(Request request) {
    if (!hosts.accept(request.header("host").orElse(""))) return json(WireErrors.foreignHost());
    var origin = request.header("origin").filter(this::mayAsk);
    if (origin.isPresent() && request.method().equals("OPTIONS")) return preflight(request);
    if (request.method().equals("GET") && request.path().equals("/")) {
      return plain(200, healthy, origin);
    }
    var type = mediaType(request.header("content-type").orElse(""));
    boolean isJson = type.equals(JSON_1_0) || type.equals(JSON);
    if (!request.method().equals("POST") || (request.bodyLength() > 0 && !isJson)) {
      return plain(404, UNKNOWN, origin);
    }
    var fields = fields(type.equals(JSON_1_0) ? JSON_1_0 : JSON, origin);
    return compressed(verified(request), fields, request.header("accept-encoding").orElse(""));
  }

  @Override
  public String serverName() {
    return "Server";
  }

  /** An operation that is not there is told to anybody, as DynamoDB does. */
  private Answer verified(Request request) {
    var target = request.header("x-amz-target").orElse("");
    try {
      if (signatures.isPresent() && protocol.knows(target)) {
        signatures.get().verify(signed(request));
      }
    } catch (SignatureRefusal refusal) {
      return WireErrors.of(refusal);
    }
    return operate(target, request);
  }

  /** What was signed are the bytes as they were sent, compressed or not. */
  private static SignedRequest signed(Request request) {
    var headers = new LinkedHashMap<String, List<String>>();
    for (var field : request.headers()) {
      headers
          .computeIfAbsent(field.name().toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(field.value());
    }
    return new SignedRequest(
        request.method(), request.path(), request.query(), headers, request.body());
  }

  private Answer operate(String target, Request request) {
    var host = request.header("host").orElse("");
    var encoding = request.header("content-encoding");
    var body = request.bodyArray();
    int start = request.bodyStart();
    int length = request.bodyLength();
    if (encoding.isEmpty() || encoding.get().equalsIgnoreCase("identity")) {
      return protocol.handle(target, host, body, start, length);
    }
    var coding = Coding.named(encoding.get());
    if (coding.isEmpty()) return WireErrors.malformed("");
    try {
      var decoded = coding.get().decode(body, start, length, Limits.REQUEST_BYTES);
      return protocol.handle(target, host, decoded);
    } catch (Coding.Undecodable e) {
      return e.isTooLong() ? WireErrors.tooLarge() : WireErrors.malformed("");
    }
  }

  /** The checksum is that of the bytes sent: clients look at them before they unpack them. */
  private static Response compressed(Answer answer, List<Field> fields, String accepted) {
    if (answer.body().length < COMPRESSED_BYTES_MIN || answer.status() != 200) {
      return response(answer, fields);
    }
    var coding = accepted.isEmpty() ? Optional.<Coding>empty() : Coding.accepted(accepted);
    if (coding.isEmpty()) return response(answer, fields);
    fields.add(new Field("Content-Encoding", coding.get().token()));
    return response(new Answer(answer.status(), coding.get().encode(answer.body())), fields);
  }

  private static Response response(Answer answer, List<Field> fields) {
    fields.add(new Field("x-amz-crc32", Long.toString(answer.crc32())));
    return new Response(answer.status(), fields, answer.body());
  }

  private static Response json(Answer answer) {
    return response(answer, fields(JSON_1_0, Optional.empty()));
  }

  private static Response plain(int status, byte[] body, Optional<String> origin) {
    return response(new Answer(status, body), fields("", origin));
  }

  private static List<Field> fields(String type, Optional<String> origin) {
    var fields = new ArrayList<Field>(6);
    fields.add(new Field("x-amzn-RequestId", RequestId.next()));
    if (!type.isEmpty()) fields.add(new Field("Content-Type", type));
    if (origin.isPresent()) fields.add(new Field("Access-Control-Allow-Origin", "*"));
    return fields;
  }

  private static Response preflight(Request request) {
    var fields = fields("", Optional.of("*"));
    request
        .header("access-control-request-headers")
        .ifPresent(asked -> fields.add(new Field("Access-Control-Allow-Headers", asked)));
    request
        .header("access-control-request-method")
        .ifPresent(asked -> fields.add(new Field("Access-Control-Allow-Methods", asked)));
    fields.add(new Field("Access-Control-Max-Age", "172800"));
    return new Response(200, fields, NO_BODY);
  }

  /**
   * DynamoDB lets pages of all origins ask, for it verifies signatures. Where they are not and only
   * this machine is served, only its own pages may: others could read all there is.
   */
  private boolean mayAsk(String origin) {
    if (signatures.isPresent()) return true;
    try {
      return hosts.accept(Optional.ofNullable(URI.create(origin).getAuthority()).orElse(""));
    } catch (IllegalArgumentException _) {
      return hosts.accept("");
    }
  }

  private static String mediaType(String contentType) {
    if (contentType.equals(JSON_1_0)) return JSON_1_0;
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).strip();
  }

  @Override
  public Response refuse(Fault fault) {
    return json(
        switch (fault) {
          case MALFORMED, HEAD_TOO_LARGE -> WireErrors.malformedHttp();
          case BODY_TOO_LARGE -> WireErrors.tooLarge();
          case CUT_OFF -> WireErrors.aborted();
          case TOO_SLOW -> WireErrors.timeout();
        });
  }
}
