package dev.trestle.platform.web;

import dev.trestle.http.FullResponse;
import dev.trestle.http.Handler;
import dev.trestle.http.Header;
import dev.trestle.http.Hosts;
import dev.trestle.http.Request;
import dev.trestle.http.RequestError;
import dev.trestle.http.RequestHead;
import dev.trestle.http.Response;
import dev.trestle.http.Route;
import dev.trestle.http.StreamedResponse;
import dev.trestle.http.UnreadableBodyException;
import dev.trestle.http.WebSocketUpgrade;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Everything that one server serves: routers below their prefixes, with what is common to all of
 * them: accepted hosts, request ids, security headers, the shape of errors. Filled once, then only
 * read.
 */
public final class Site implements Handler {
  private static final List<Header> SECURITY =
      List.of(
          new Header(ContentSecurity.HEADER, ContentSecurity.NOTHING),
          new Header("X-Content-Type-Options", "nosniff"),
          new Header("Referrer-Policy", "no-referrer"),
          new Header("Cross-Origin-Opener-Policy", "same-origin"),
          new Header("Cross-Origin-Resource-Policy", "same-origin"),
          new Header(
              "Permissions-Policy",
              "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()"));

  /** Responses are private unless the reply says otherwise. */
  private static final Header NOT_KEPT = new Header("Cache-Control", "no-store");

  private static final Header TLS_ONLY =
      new Header("Strict-Transport-Security", "max-age=31536000");

  private record Part(String prefix, Router router, ErrorShape errors) {}

  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final List<Exchange.Observer> observers = new ArrayList<>();
  private final List<Header> headers = new ArrayList<>(SECURITY);
  private final Hosts hosts;
  private final Supplier<String> requestIds;
  private Forwarding forwarding = new Forwarding.Trusted(List.of());

  public Site(Hosts hosts, Supplier<String> requestIds) {
    this.hosts = hosts;
    this.requestIds = requestIds;
    headers.add(NOT_KEPT);
  }

  /** Says which proxies stand in front; without this, none is trusted. */
  public Site behind(Forwarding proxies) {
    forwarding = proxies;
    return this;
  }

  /** Tells browsers to use TLS only, from now on. */
  public Site withTlsOnly() {
    headers.add(TLS_ONLY);
    return this;
  }

  /** Mounts a router below a prefix such as {@code /api/v1}. */
  public Site at(String prefix, Router router, ErrorShape errors) {
    if (parts.put(prefix, new Part(prefix, router, errors)) != null) {
      throw new IllegalArgumentException("two routers at " + prefix);
    }
    return this;
  }

  /** Adds an observer of all answered requests. */
  public Site observedBy(Exchange.Observer observer) {
    observers.add(observer);
    return this;
  }

  /** All routes with their whole paths. */
  public List<Router.Route> routes() {
    var routes = new ArrayList<Router.Route>();
    for (var part : parts.values()) {
      for (var route : part.router.routes()) {
        var path = part.prefix + route.path();
        routes.add(new Router.Route(route.method(), path, route.endpoint(), route.bodyBytesMax()));
      }
    }
    return routes;
  }

  @Override
  public Route route(RequestHead head) {
    return new RoutedRequest(head);
  }

  /** One request with its route, which its head decides. */
  private final class RoutedRequest implements Route {
    private final RequestHead head;
    private final Optional<Part> part;
    private Optional<Router.Match> match = Optional.empty();
    private Optional<ApiError> malformedPath = Optional.empty();

    RoutedRequest(RequestHead head) {
      this.head = head;
      this.part = part(head.path());
      try {
        match = part.flatMap(p -> match(p, head.method()));
        if (match.isEmpty() && head.method().equals("HEAD"))
          match = part.flatMap(p -> match(p, "GET"));
      } catch (ApiError error) {
        malformedPath = Optional.of(error);
      }
    }

    private Optional<Router.Match> match(Part within, String method) {
      return within.router.find(method, below(within, head.path()));
    }

    @Override
    public int bodyBytesMax() {
      return match.map(m -> m.route().bodyBytesMax()).orElse(Router.BODY_BYTES);
    }

    @Override
    public Response handle(Request request) {
      long start = System.nanoTime();
      var requestId = requestIds.get();
      var common = common(requestId);
      Response response;
      var address = request.peer();
      try {
        if (!hosts.accept(head.header("host").orElse(""))) {
          throw ApiError.of(421, "MISDIRECTED", "This server only accepts names of this machine.");
        }
        var client = forwarding.client(request);
        address = client.address();
        response = reply(request, client, requestId).toResponse(common);
      } catch (UnreadableBodyException malformed) {
        throw malformed;
      } catch (RuntimeException failure) {
        var errors = part.map(Part::errors).orElse(ErrorShape.PLAIN);
        var error = Failures.refusal(failure, requestId);
        var reply =
            error.status() == 404 && isPageView()
                ? NotFoundPage.REPLY
                : refusal(error, errors, requestId);
        response = reply.toResponse(common);
      }
      observe(address, requestId, status(response), Duration.ofNanos(System.nanoTime() - start));
      return response;
    }

    /** Whether a person opened the address in a browser; scripts ask for any type. */
    private boolean isPageView() {
      return head.method().equals("GET") && head.header("accept").orElse("").contains("text/html");
    }

    private Reply reply(Request request, Forwarding.Client client, String requestId) {
      if (malformedPath.isPresent()) throw malformedPath.get();
      if (match.isPresent()) {
        var route = match.get().route();
        var call = new Call(request, client, requestId, route.path(), match.get().pathParameters());
        return route.endpoint().handle(call);
      }
      var methods = part.map(p -> p.router.methods(below(p, head.path()))).orElse(new TreeSet<>());
      if (methods.isEmpty()) throw ApiError.notFound("There is nothing here.");
      var allow = String.join(", ", methods);
      if (head.method().equals("OPTIONS")) return Reply.nothing().with("Allow", allow);
      throw ApiError.of(405, "METHOD_NOT_ALLOWED", "This address has other methods.")
          .with("Allow", allow);
    }

    private void observe(InetAddress client, String requestId, int status, Duration took) {
      if (observers.isEmpty()) return;
      var address = client.getHostAddress();
      var exchange = new Exchange(requestId, method(), path(), status, took, address);
      for (var observer : observers) observer.answered(exchange);
    }

    /** The path as it was declared: the path as it was sent may contain secrets. */
    private String path() {
      return match.map(m -> part.map(Part::prefix).orElse("") + m.route().path()).orElse("");
    }

    /** A client may send any word as a method; unknown ones are not passed on. */
    private String method() {
      return switch (head.method()) {
        case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" -> head.method();
        default -> "OTHER";
      };
    }
  }

  private List<Header> common(String requestId) {
    var common = new ArrayList<>(headers);
    common.add(new Header("X-Request-Id", requestId));
    return common;
  }

  private static int status(Response response) {
    return switch (response) {
      case FullResponse full -> full.status();
      case StreamedResponse streamed -> streamed.status();
      case WebSocketUpgrade _ -> 101;
    };
  }

  private static Reply refusal(ApiError error, ErrorShape errors, String requestId) {
    var reply = Reply.json(error.status(), errors.of(error, requestId));
    for (var header : error.headers()) reply = reply.with(header.name(), header.value());
    return reply;
  }

  /** The part with the longest matching prefix; "" is the root. */
  private Optional<Part> part(String path) {
    var best = Optional.ofNullable(parts.get(""));
    for (var part : parts.values()) {
      var prefix = part.prefix;
      if (prefix.length() > best.map(b -> b.prefix.length()).orElse(0)
          && (path.equals(prefix) || path.startsWith(prefix + "/"))) {
        best = Optional.of(part);
      }
    }
    return best;
  }

  private static String below(Part part, String path) {
    var below = path.substring(part.prefix.length());
    return below.isEmpty() ? "/" : below;
  }

  @Override
  public FullResponse errorResponse(RequestError fault) {
    var error =
        switch (fault) {
          case MALFORMED, CUT_OFF -> ApiError.of(400, "MALFORMED", "This is not an HTTP request.");
          case HEAD_TOO_LARGE -> ApiError.of(431, "HEADERS_TOO_LARGE", "The headers are too long.");
          case BODY_TOO_LARGE ->
              ApiError.of(413, "PAYLOAD_TOO_LARGE", "The body is longer than allowed here.");
          case TOO_SLOW -> ApiError.of(408, "TOO_SLOW", "The request did not arrive in time.");
          case TOO_MANY_CONNECTIONS ->
              ApiError.of(503, "TOO_MANY_CONNECTIONS", "Too many connections are open.");
        };
    var requestId = requestIds.get();
    var fields = common(requestId);
    fields.add(new Header("Content-Type", "application/json"));
    for (var observer : observers) {
      observer.answered(new Exchange(requestId, "OTHER", "", error.status(), Duration.ZERO, ""));
    }
    return new FullResponse(
        error.status(), fields, Json.write(ErrorShape.PLAIN.of(error, requestId)));
  }
}
