package dev.trestle.platform.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Maps paths to endpoints. A path is written {@code /chats/{chat}/messages}; a last {@code
 * {name...}} takes the rest. From the left, literals win over parameters, and parameters over the
 * rest. Filled once, then only read.
 */
public final class Router {
  /** A route, as documents show it. */
  public record Route(String method, String path, Endpoint endpoint, int bodyBytesMax) {}

  /** A matching route and the values of its path parameters. */
  record Match(Route route, Map<String, String> pathParameters) {}

  /** The longest body, unless a route says otherwise. */
  public static final int BODY_BYTES = 64 * 1024;

  /**
   * The longest body on a route for everybody: so short that it takes none of the room for bodies,
   * which is for callers who are known.
   */
  public static final int OPEN_BODY_BYTES = 4 * 1024;

  private enum Kind {
    WORD,
    PARAMETER,
    REST
  }

  private record Segment(Kind kind, String text) {
    static Segment of(String text) {
      if (text.endsWith("...}"))
        return new Segment(Kind.REST, text.substring(1, text.length() - 4));
      if (text.startsWith("{"))
        return new Segment(Kind.PARAMETER, text.substring(1, text.length() - 1));
      return new Segment(Kind.WORD, text);
    }

    /** Two routes of one shape would match the same paths. */
    String shape() {
      return kind == Kind.WORD ? text : kind.name() + "{}";
    }
  }

  private record Line(Route route, List<Segment> segments) {
    static Line of(Route route) {
      return new Line(route, PathText.segments(route.path()).stream().map(Segment::of).toList());
    }

    String shape() {
      return route.method() + String.join("/", segments.stream().map(Segment::shape).toList());
    }
  }

  private final List<Line> lines = new ArrayList<>();

  public Router get(String path, Endpoint endpoint) {
    return add("GET", path, endpoint);
  }

  public Router post(String path, Endpoint endpoint) {
    return add("POST", path, endpoint);
  }

  public Router put(String path, Endpoint endpoint) {
    return add("PUT", path, endpoint);
  }

  public Router patch(String path, Endpoint endpoint) {
    return add("PATCH", path, endpoint);
  }

  public Router delete(String path, Endpoint endpoint) {
    return add("DELETE", path, endpoint);
  }

  public Router add(String method, String path, Endpoint endpoint) {
    return add(method, path, endpoint, BODY_BYTES);
  }

  /** A route with its own limit for bodies. */
  public Router add(String method, String path, Endpoint endpoint, int bodyBytesMax) {
    var line = Line.of(new Route(method, path, endpoint, bodyBytesMax));
    if (lines.stream().anyMatch(other -> other.shape().equals(line.shape()))) {
      throw new IllegalArgumentException("two routes for " + method + " " + path);
    }
    lines.add(line);
    return this;
  }

  /** All routes in the order they were added. */
  public List<Route> routes() {
    return lines.stream().map(Line::route).toList();
  }

  /** The same routes with something around each endpoint, such as a sign-in. */
  public Router around(UnaryOperator<Endpoint> wrap) {
    var wrapped = new Router();
    for (var route : routes()) {
      var endpoint = wrap.apply(route.endpoint());
      wrapped.add(route.method(), route.path(), endpoint, route.bodyBytesMax());
    }
    return wrapped;
  }

  /** The route for a call; empty if the path is unknown. */
  Optional<Match> find(String method, String path) {
    var wanted = PathText.segments(path);
    Optional<Line> best = Optional.empty();
    for (var line : lines) {
      if (!line.route.method().equals(method) || !fits(line.segments, wanted)) continue;
      if (best.isEmpty() || isCloser(line.segments, best.get().segments)) best = Optional.of(line);
    }
    return best.map(line -> new Match(line.route, pathParameters(line.segments, wanted)));
  }

  /** The methods of a path. */
  SortedSet<String> methods(String path) {
    var wanted = PathText.segments(path);
    var methods = new TreeSet<String>();
    for (var line : lines) if (fits(line.segments, wanted)) methods.add(line.route.method());
    if (methods.contains("GET")) methods.add("HEAD");
    if (!methods.isEmpty()) methods.add("OPTIONS");
    return methods;
  }

  private static boolean fits(List<Segment> route, List<String> wanted) {
    for (int i = 0; i < route.size(); i++) {
      var segment = route.get(i);
      if (segment.kind == Kind.REST) return i < wanted.size();
      if (i >= wanted.size()) return false;
      boolean fits =
          segment.kind == Kind.PARAMETER
              ? !wanted.get(i).isEmpty()
              : segment.text.equals(wanted.get(i));
      if (!fits) return false;
    }
    return route.size() == wanted.size();
  }

  private static boolean isCloser(List<Segment> one, List<Segment> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      int order = one.get(i).kind.compareTo(other.get(i).kind);
      if (order != 0) return order < 0;
    }
    return false;
  }

  private static Map<String, String> pathParameters(List<Segment> route, List<String> wanted) {
    var parameters = new LinkedHashMap<String, String>();
    for (int i = 0; i < route.size(); i++) {
      var segment = route.get(i);
      switch (segment.kind) {
        case WORD -> {}
        case PARAMETER -> parameters.put(segment.text, PathText.decoded(wanted.get(i)));
        case REST -> {
          var rest = wanted.subList(i, wanted.size()).stream().map(PathText::decoded).toList();
          parameters.put(segment.text, String.join("/", rest));
        }
      }
    }
    return parameters;
  }
}
