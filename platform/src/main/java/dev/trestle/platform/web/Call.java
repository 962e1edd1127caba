package dev.trestle.platform.web;

import dev.trestle.http.Request;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A request on its way to an endpoint: what it asks, and what was found out about it so far. */
public final class Call {
  private final Request request;
  private final String requestId;
  private final Map<String, String> places;
  private final Map<Class<?>, Object> facts = new LinkedHashMap<>();
  private final Map<String, String> query;

  Call(Request request, String requestId, Map<String, String> places) {
    this.request = request;
    this.requestId = requestId;
    this.places = places;
    this.query = parse(request.query());
  }

  public Request request() {
    return request;
  }

  public String method() {
    return request.method();
  }

  public String path() {
    return request.path();
  }

  /** The id that the answer, its errors and the log have. */
  public String requestId() {
    return requestId;
  }

  /** What stands in the path where the route has {@code {name}}. */
  public String place(String name) {
    var value = places.get(name);
    if (value == null) throw new IllegalStateException("the route has no {" + name + "}");
    return value;
  }

  /** A parameter of the query; the last one where it stands there twice. */
  public Optional<String> query(String name) {
    return Optional.ofNullable(query.get(name));
  }

  /** A number in the query, or its default. */
  public int number(String name, int otherwise, int min, int max) {
    var text = query(name);
    if (text.isEmpty()) return otherwise;
    try {
      int number = Integer.parseInt(text.get());
      if (number >= min && number <= max) return number;
    } catch (NumberFormatException e) {
      // Said below, in the same words as a number out of range.
    }
    throw ApiError.invalid(name, "A number from " + min + " to " + max + " is expected.");
  }

  public Optional<String> header(String name) {
    return request.header(name);
  }

  /**
   * The body, read as JSON.
   *
   * @throws ApiError 400 if it does not fit
   */
  public <T> T json(Class<T> type) {
    return Json.read(request.bodyArray(), request.bodyStart(), request.bodyLength(), type);
  }

  /** Notes what was found out, for the endpoints further in: who is calling, say. */
  public void note(Object fact) {
    facts.put(fact.getClass(), fact);
  }

  /** What an endpoint further out has noted. */
  public <T> T noted(Class<T> type) {
    var fact = facts.get(type);
    if (fact == null) throw new IllegalStateException("nobody noted a " + type.getSimpleName());
    return type.cast(fact);
  }

  private static Map<String, String> parse(String query) {
    var parsed = new LinkedHashMap<String, String>();
    if (query.isEmpty()) return parsed;
    for (var pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      var name = equals < 0 ? pair : pair.substring(0, equals);
      parsed.put(decoded(name), equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    }
    return parsed;
  }

  static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw ApiError.of(400, "VALIDATION_ERROR", "The address is not well formed.");
    }
  }
}
