package dev.trestle.platform.web;

import dev.trestle.http.Answer;
import dev.trestle.http.Fault;
import dev.trestle.http.Field;
import dev.trestle.http.Handler;
import dev.trestle.http.Hosts;
import dev.trestle.http.Request;
import dev.trestle.http.Response;
import dev.trestle.http.Streamed;
import dev.trestle.http.Upgrade;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Everything one server answers: routers below their prefixes, with what holds for all of them:
 * which hosts, a request id, security headers, refusals in the shape of whoever was asked. Filled
 * once, then only read.
 */
public final class Site implements Handler {
  private static final List<Field> SECURITY =
      List.of(
          new Field(ContentSecurity.HEADER, ContentSecurity.NOTHING),
          new Field("X-Content-Type-Options", "nosniff"),
          new Field("Referrer-Policy", "no-referrer"),
          new Field("Cross-Origin-Opener-Policy", "same-origin"),
          new Field("Cross-Origin-Resource-Policy", "same-origin"),
          new Field(
              "Permissions-Policy",
              "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()"));

  /** What somebody asked for is theirs alone, unless the reply says otherwise. */
  private static final Field NOT_KEPT = new Field("Cache-Control", "no-store");

  private static final Field TLS_ONLY =
      new Field("Strict-Transport-Security", "max-age=31536000; includeSubDomains");

  private record Part(String prefix, Router router, ErrorShape errors) {}

  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final List<Exchange.Observer> observers = new ArrayList<>();
  private final List<Field> headers = new ArrayList<>(SECURITY);
  private final Hosts hosts;
  private final Supplier<String> requestIds;

  public Site(Hosts hosts, Supplier<String> requestIds) {
    this.hosts = hosts;
    this.requestIds = requestIds;
    headers.add(NOT_KEPT);
  }

  /** Puts a router below a prefix such as {@code /api/v1}; its own paths go on from there. */
  public Site at(String prefix, Router router, ErrorShape errors) {
    if (parts.put(prefix, new Part(prefix, router, errors)) != null) {
      throw new IllegalArgumentException("two routers at " + prefix);
    }
    return this;
  }

  /** Tells someone of every answered request. */
  public Site observedBy(Exchange.Observer observer) {
    observers.add(observer);
    return this;
  }

  /** Tells browsers to come by TLS only: for a server that has TLS in front of it. */
  public Site behindTls() {
    headers.add(TLS_ONLY);
    return this;
  }

  @Override
  public Answer answer(Request request) {
    long start = System.nanoTime();
    var requestId = requestIds.get();
    var part = part(request.path());
    var errors = part.map(Part::errors).orElse(ErrorShape.PLAIN);
    var common = common(requestId);
    var match = new Matched(request, requestId, part);
    Answer answer;
    try {
      if (!hosts.accept(request.header("host").orElse(""))) {
        throw ApiError.of(421, "MISDIRECTED", "This server answers to names of this machine only.");
      }
      answer = match.run().toAnswer(common);
    } catch (RuntimeException failure) {
      answer = refusal(Failures.refusal(failure, requestId), errors, requestId).toAnswer(common);
    }
    observe(match, status(answer), Duration.ofNanos(System.nanoTime() - start));
    return answer;
  }

  /** One request on the way to its route. */
  private static final class Matched {
    private final Request request;
    private final String requestId;
    private final Optional<Part> part;
    private Optional<Router.Match> match = Optional.empty();

    Matched(Request request, String requestId, Optional<Part> part) {
      this.request = request;
      this.requestId = requestId;
      this.part = part;
    }

    Reply run() {
      if (part.isEmpty()) throw ApiError.notFound("There is nothing here.");
      var router = part.get().router;
      var path = below(part.get(), request.path());
      match = router.find(request.method(), path);
      if (match.isEmpty() && request.method().equals("HEAD")) match = router.find("GET", path);
      if (match.isPresent()) {
        var route = match.get().route();
        var call = new Call(request, requestId, route.path(), match.get().places());
        return route.endpoint().answer(call);
      }
      var methods = router.methods(path);
      if (methods.isEmpty()) throw ApiError.notFound("There is nothing here.");
      var allow = String.join(", ", methods);
      if (request.method().equals("OPTIONS")) return Reply.nothing().with("Allow", allow);
      throw ApiError.of(405, "METHOD_NOT_ALLOWED", "This address has other methods.")
          .with("Allow", allow);
    }

    /** As it was declared, never as it was asked for: that may have secrets in it. */
    String route() {
      return match.map(m -> part.map(Part::prefix).orElse("") + m.route().path()).orElse("");
    }
  }

  private List<Field> common(String requestId) {
    var common = new ArrayList<>(headers);
    common.add(new Field("X-Request-Id", requestId));
    return common;
  }

  private void observe(Matched match, int status, Duration took) {
    if (observers.isEmpty()) return;
    var exchange =
        new Exchange(
            match.requestId,
            method(match.request),
            match.route(),
            status,
            took,
            match.request.peer().getHostAddress());
    for (var observer : observers) observer.answered(exchange);
  }

  /** A method is whatever somebody sent: what is not known is not told on. */
  private static String method(Request request) {
    return switch (request.method()) {
      case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" -> request.method();
      default -> "OTHER";
    };
  }

  private static int status(Answer answer) {
    return switch (answer) {
      case Response response -> response.status();
      case Streamed streamed -> streamed.status();
      case Upgrade _ -> 101;
    };
  }

  private static Reply refusal(ApiError error, ErrorShape errors, String requestId) {
    var reply = Reply.json(error.status(), errors.of(error, requestId));
    for (var header : error.headers()) reply = reply.with(header.name(), header.value());
    return reply;
  }

  /** The one with the longest prefix that the path goes on from; "" is the root. */
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
  public Response refuse(Fault fault) {
    var error =
        switch (fault) {
          case MALFORMED, CUT_OFF -> ApiError.of(400, "MALFORMED", "This is not an HTTP request.");
          case HEAD_TOO_LARGE -> ApiError.of(431, "HEADERS_TOO_LARGE", "The headers are too long.");
          case BODY_TOO_LARGE ->
              ApiError.of(413, "PAYLOAD_TOO_LARGE", "The body is longer than allowed here.");
          case TOO_SLOW -> ApiError.of(408, "TOO_SLOW", "The request did not arrive in time.");
        };
    var requestId = requestIds.get();
    var fields = common(requestId);
    fields.add(new Field("Content-Type", "application/json"));
    for (var observer : observers) {
      observer.answered(new Exchange(requestId, "OTHER", "", error.status(), Duration.ZERO, ""));
    }
    return new Response(error.status(), fields, Json.write(ErrorShape.PLAIN.of(error, requestId)));
  }

  @Override
  public int bodyBytesMax(String method, String path) {
    try {
      return part(path)
          .flatMap(part -> part.router.find(method, below(part, path)))
          .map(match -> match.route().bodyBytesMax())
          .orElse(Router.BODY_BYTES);
    } catch (ApiError malformed) {
      return Router.BODY_BYTES;
    }
  }
}
