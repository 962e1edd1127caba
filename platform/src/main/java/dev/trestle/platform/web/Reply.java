package dev.trestle.platform.web;

import dev.trestle.http.Answer;
import dev.trestle.http.Field;
import dev.trestle.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an endpoint answers. Headers that every answer has are added by the {@link Site}. */
public record Reply(int status, List<Field> headers, Content content) {
  /** The body, or what there is instead of one. */
  public sealed interface Content {}

  /** No body. */
  public record Nothing() implements Content {}

  /** A record, map or list, written as JSON. */
  public record JsonValue(Object value) implements Content {}

  /** Bytes of some media type. */
  public record Bytes(String type, byte[] bytes) implements Content {}

  /** Something that goes on: a stream of events, a WebSocket. */
  public record Ongoing(Answer answer) implements Content {}

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

  /** Something that goes on; its own status and headers are kept, those of the site are added. */
  public static Reply ongoing(Answer answer) {
    return new Reply(200, List.of(), new Ongoing(answer));
  }

  /** The same with one more header. */
  public Reply with(String name, String value) {
    var more = new ArrayList<>(headers);
    more.add(new Field(name, value));
    return new Reply(status, List.copyOf(more), content);
  }

  /** The value of a header it has. */
  public Optional<String> header(String name) {
    return find(headers, name).map(Field::value);
  }

  private static Optional<Field> find(List<Field> fields, String name) {
    for (var field : fields) if (field.name().equalsIgnoreCase(name)) return Optional.of(field);
    return Optional.empty();
  }

  private boolean hasOwn(String name) {
    if (header(name).isPresent()) return true;
    return content instanceof Ongoing(var answer) && find(answer.fields(), name).isPresent();
  }

  /** As HTTP has it, with these headers too unless it has its own of that name. */
  Answer toAnswer(List<Field> more) {
    var fields = new ArrayList<Field>(more.size() + headers.size() + 1);
    for (var field : more) if (!hasOwn(field.name())) fields.add(field);
    fields.addAll(headers);
    return switch (content) {
      case Nothing _ -> new Response(status, fields, new byte[0]);
      case JsonValue(var value) -> {
        fields.add(new Field("Content-Type", "application/json"));
        yield new Response(status, fields, Json.write(value));
      }
      case Bytes(var type, var bytes) -> {
        fields.add(new Field("Content-Type", type));
        yield new Response(status, fields, bytes);
      }
      case Ongoing(var answer) -> answer.withFields(fields);
    };
  }
}
