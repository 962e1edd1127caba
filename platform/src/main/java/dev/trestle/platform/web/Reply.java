package dev.trestle.platform.web;

import dev.trestle.http.FullResponse;
import dev.trestle.http.Header;
import dev.trestle.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an endpoint returns. The {@link Site} adds the headers of every response. */
public record Reply(int status, List<Header> headers, Content content) {
  /** The content of a reply. */
  public sealed interface Content {}

  /** No body. */
  public record Nothing() implements Content {}

  /** A record, map or list, written as JSON. */
  public record JsonValue(Object value) implements Content {}

  /** Bytes of some media type. */
  public record Bytes(String type, byte[] bytes) implements Content {}

  /** A stream of events or a WebSocket. */
  public record Ongoing(Response response) implements Content {}

  public static Reply json(int status, Object value) {
    return new Reply(status, List.of(), new JsonValue(value));
  }

  public static Reply ok(Object value) {
    return json(200, value);
  }

  public static Reply created(Object value) {
    return json(201, value);
  }

  public static Reply nothing() {
    return new Reply(204, List.of(), new Nothing());
  }

  public static Reply bytes(int status, String type, byte[] bytes) {
    return new Reply(status, List.of(), new Bytes(type, bytes));
  }

  public static Reply text(int status, String text) {
    return bytes(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /** A stream or WebSocket with its own status and headers; those of the site are added. */
  public static Reply ongoing(Response response) {
    return new Reply(200, List.of(), new Ongoing(response));
  }

  /** The same reply with one more header. */
  public Reply with(String name, String value) {
    var more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new Reply(status, List.copyOf(more), content);
  }

  /** The value of a header. */
  public Optional<String> header(String name) {
    return find(headers, name).map(Header::value);
  }

  private static Optional<Header> find(List<Header> fields, String name) {
    for (var field : fields) if (field.name().equalsIgnoreCase(name)) return Optional.of(field);
    return Optional.empty();
  }

  private boolean hasOwn(String name) {
    if (header(name).isPresent()) return true;
    return content instanceof Ongoing(var response) && find(response.headers(), name).isPresent();
  }

  /** The HTTP response, with these headers unless the reply has its own of that name. */
  Response toResponse(List<Header> more) {
    var fields = new ArrayList<Header>(more.size() + headers.size() + 1);
    for (var field : more) if (!hasOwn(field.name())) fields.add(field);
    fields.addAll(headers);
    return switch (content) {
      case Nothing _ -> new FullResponse(status, fields, new byte[0]);
      case JsonValue(var value) -> {
        fields.add(new Header("Content-Type", "application/json"));
        yield new FullResponse(status, fields, Json.write(value));
      }
      case Bytes(var type, var bytes) -> {
        fields.add(new Header("Content-Type", type));
        yield new FullResponse(status, fields, bytes);
      }
      case Ongoing(var response) -> response.withHeaders(fields);
    };
  }
}
