package dev.trestle.platform.web;

import dev.trestle.http.Request;
import dev.trestle.store.Cursor;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A request on its way to an endpoint: what it asks, and what was found out about it so far. */
public final class Call {
  private static final int QUERY_PARAMETERS_MAX = 64;
  private static final int CURSOR_MAX = 4096;

  private final Request request;
  private final String requestId;
  private final String route;
  private final Map<String, String> places;
  private final Map<Class<?>, Object> facts = new LinkedHashMap<>();
  private final Map<String, String> query;

  Call(Request request, String requestId, String route, Map<String, String> places) {
    this.request = request;
    this.requestId = requestId;
    this.route = route;
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

  /** The address of the other side; with a proxy in front, the proxy's. */
  public String peer() {
    return request.peer().getHostAddress();
  }

  /** The path of its route, as it was declared, below the prefix of its router. */
  public String route() {
    return route;
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
   * Where a list goes on, from the query's {@code cursor}. Whether it is one of the list's own
   * shows when the store is given it; if not, the site answers 400.
   */
  public Cursor cursor() {
    var text = query("cursor").orElse("");
    if (text.length() > CURSOR_MAX) throw ApiError.invalid("cursor", "This is no cursor.");
    return Cursor.of(text);
  }

  /**
   * The body, read as JSON.
   *
   * @throws ApiError 400 if it does not fit, 415 if it is not said to be JSON
   */
  public <T> T json(Class<T> type) {
    if (!isJson(header("content-type").orElse(""))) {
      throw ApiError.of(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be application/json.");
    }
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

  /** The same, where nobody may have noted it. */
  public <T> Optional<T> ifNoted(Class<T> type) {
    return Optional.ofNullable(facts.get(type)).map(type::cast);
  }

  /** A page of another site can send other types without being asked first, but not this one. */
  private static boolean isJson(String contentType) {
    int parameters = contentType.indexOf(';');
    var type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    return type.strip().equalsIgnoreCase("application/json");
  }

  private static Map<String, String> parse(String query) {
    var parsed = new LinkedHashMap<String, String>();
    if (query.isEmpty()) return parsed;
    var pairs = query.split("&", QUERY_PARAMETERS_MAX + 1);
    if (pairs.length > QUERY_PARAMETERS_MAX) throw PathText.malformed();
    for (var pair : pairs) {
      int equals = pair.indexOf('=');
      var name = equals < 0 ? pair : pair.substring(0, equals);
      parsed.put(decoded(name), equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    }
    return parsed;
  }

  private static String decoded(String text) {
    try {
      var decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
      if (decoded.indexOf('\0') < 0) return decoded;
    } catch (IllegalArgumentException e) {
      // Said below, in the same words.
    }
    throw PathText.malformed();
  }
}
