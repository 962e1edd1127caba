package dev.trestle.platform.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which endpoint answers what. A path is written {@code /chats/{chat}/messages}; a last {@code
 * {name...}} takes all that follows. Words win over places. Filled once, then only read.
 */
public final class Router {
  /** One line of the table, as documents show it. */
  public record Route(String method, String path, Endpoint endpoint, int bodyBytesMax) {
    private List<String> segments() {
      return Router.segments(path);
    }
  }

  /** A route that fits, and what stands in its places. */
  record Match(Route route, Map<String, String> places) {}

  /** Longest body of a route that does not say otherwise. */
  public static final int BODY_BYTES = 64 * 1024;

  private final List<Route> routes = new ArrayList<>();

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

  /** A route whose bodies may be as long as this. */
  public Router add(String method, String path, Endpoint endpoint, int bodyBytesMax) {
    var route = new Route(method, path, endpoint, bodyBytesMax);
    for (var other : routes) {
      if (other.method.equals(method) && other.path.equals(path)) {
        throw new IllegalArgumentException("two routes for " + method + " " + path);
      }
    }
    routes.add(route);
    return this;
  }

  /** All lines, in the order they were added. */
  public List<Route> routes() {
    return List.copyOf(routes);
  }

  /** The route for a call; empty if the path is not known at all. */
  Optional<Match> find(String method, String path) {
    var wanted = segments(path);
    Optional<Match> best = Optional.empty();
    for (var route : routes) {
      if (!route.method.equals(method)) continue;
      var places = fit(route.segments(), wanted);
      if (places.isEmpty()) continue;
      if (best.isEmpty() || places.get().size() < best.get().places.size()) {
        best = Optional.of(new Match(route, places.get()));
      }
    }
    return best;
  }

  /** The methods that a path has. */
  List<String> methods(String path) {
    var wanted = segments(path);
    return routes.stream()
        .filter(route -> fit(route.segments(), wanted).isPresent())
        .map(Route::method)
        .distinct()
        .toList();
  }

  private static Optional<Map<String, String>> fit(List<String> route, List<String> wanted) {
    var places = new LinkedHashMap<String, String>();
    for (int i = 0; i < route.size(); i++) {
      var part = route.get(i);
      if (part.endsWith("...}")) {
        if (i > wanted.size()) return Optional.empty();
        var rest = String.join("/", wanted.subList(i, wanted.size()));
        places.put(part.substring(1, part.length() - 4), Call.decoded(rest));
        return Optional.of(places);
      }
      if (i >= wanted.size()) return Optional.empty();
      if (part.startsWith("{")) {
        places.put(part.substring(1, part.length() - 1), Call.decoded(wanted.get(i)));
      } else if (!part.equals(wanted.get(i))) {
        return Optional.empty();
      }
    }
    return route.size() == wanted.size() ? Optional.of(places) : Optional.empty();
  }

  private static List<String> segments(String path) {
    return Arrays.asList(path.substring(1).split("/", -1));
  }
}
