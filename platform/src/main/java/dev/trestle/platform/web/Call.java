package dev.trestle.platform.web;

import dev.trestle.http.Request;
import dev.trestle.store.Cursor;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A request on its way to an endpoint, with attributes that outer endpoints have set. */
public final class Call {
  private static final int QUERY_PARAMETERS_MAX = 64;
  private static final int CURSOR_MAX = 4096;

  private final Request request;
  private final Forwarding.Client client;
  private final String requestId;
  private final String route;
  private final Map<String, String> pathParameters;
  private final Map<Class<?>, Object> facts = new LinkedHashMap<>();
  private final Map<String, String> query;

  Call(
      Request request,
      Forwarding.Client client,
      String requestId,
      String route,
      Map<String, String> pathParameters) {
    this.request = request;
    this.client = client;
    this.requestId = requestId;
    this.route = route;
    this.pathParameters = pathParameters;
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

  /** The id in the response, in errors and in the log. */
  public String requestId() {
    return requestId;
  }

  /** The key for limits by address: the client's address, or its network if that is IPv6. */
  public String clientNetwork() {
    return AddressBlock.network(client.address());
  }

  /** The path of the route as declared, below the router's prefix. */
  public String route() {
    return route;
  }

  /** The value of {@code {name}} in the path. */
  public String pathParameter(String name) {
    var value = pathParameters.get(name);
    if (value == null) throw new IllegalStateException("the route has no {" + name + "}");
    return value;
  }

  /**
   * Whether the client has this version of the resource, so that 304 is enough.
   *
   * @param tag an ETag, with its quotes
   */
  public boolean hasVersion(String tag) {
    for (var known : header("if-none-match").orElse("").split(",", -1)) {
      var bare = known.strip();
      if (bare.equals("*") || bare.equals(tag) || bare.equals("W/" + tag)) return true;
    }
    return false;
  }

  /** A query parameter; the last one if it occurs twice. */
  public Optional<String> query(String name) {
    return Optional.ofNullable(query.get(name));
  }

  /** A number in the query, or the default. */
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
   * The cursor in the query parameter {@code cursor}. The store checks whether it belongs to the
   * list; if not, the site replies with 400.
   */
  public Cursor cursor() {
    var text = query("cursor").orElse("");
    if (text.length() > CURSOR_MAX) throw ApiError.invalid("cursor", "This is not a valid cursor.");
    return Cursor.of(text);
  }

  /**
   * The body, read as JSON.
   *
   * @throws ApiError 400 if it does not match, 415 if it is not declared as JSON
   */
  public <T> T json(Class<T> type) {
    if (!isJson(header("content-type").orElse(""))) {
      throw ApiError.of(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be application/json.");
    }
    return Json.read(request.bodyArray(), request.bodyStart(), request.bodyLength(), type);
  }

  /** Notes that the caller is known, which lets its connection count less. */
  public void markAuthenticated() {
    request.markAuthenticated();
  }

  /** Sets an attribute for inner endpoints, such as the caller. */
  public void note(Object fact) {
    facts.put(fact.getClass(), fact);
  }

  /** Returns an attribute that an outer endpoint has set. */
  public <T> T noted(Class<T> type) {
    var fact = facts.get(type);
    if (fact == null)
      throw new IllegalStateException("no outer endpoint has set a " + type.getSimpleName());
    return type.cast(fact);
  }

  /** Returns an attribute that an outer endpoint may have set. */
  public <T> Optional<T> ifNoted(Class<T> type) {
    return Optional.ofNullable(facts.get(type)).map(type::cast);
  }

  /** A page of another site can send other types without a preflight, but not this one. */
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
