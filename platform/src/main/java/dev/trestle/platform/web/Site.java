package dev.trestle.platform.web;

import dev.trestle.http.Answer;
import dev.trestle.http.Fault;
import dev.trestle.http.Field;
import dev.trestle.http.Handler;
import dev.trestle.http.Hosts;
import dev.trestle.http.Request;
import dev.trestle.http.Response;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Everything one server answers: routers below their prefixes, with what holds for all of them:
 * which hosts, a request id, security headers, refusals in the shape of whoever was asked.
 */
public final class Site implements Handler {
  private static final System.Logger LOG = System.getLogger(Site.class.getName());

  private static final List<Field> SECURITY =
      List.of(
          new Field("X-Content-Type-Options", "nosniff"),
          new Field("Referrer-Policy", "no-referrer"),
          new Field("Cross-Origin-Opener-Policy", "same-origin"));

  private record Part(Router router, ErrorShape errors) {}

  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final Hosts hosts;
  private final Supplier<String> requestIds;

  public Site(Hosts hosts, Supplier<String> requestIds) {
    this.hosts = hosts;
    this.requestIds = requestIds;
  }

  /** Puts a router below a prefix such as {@code /api/v1}; its own paths go on from there. */
  public Site at(String prefix, Router router, ErrorShape errors) {
    if (parts.put(prefix, new Part(router, errors)) != null) {
      throw new IllegalArgumentException("two routers at " + prefix);
    }
    return this;
  }

  @Override
  public Answer answer(Request request) {
    var requestId = requestIds.get();
    var common = new ArrayList<>(SECURITY);
    common.add(new Field("X-Request-Id", requestId));
    var prefix = prefix(request.path());
    var errors = ErrorShape.PLAIN;
    Reply reply;
    try {
      if (!hosts.accept(request.header("host").orElse(""))) {
        throw ApiError.of(421, "MISDIRECTED", "This server answers to names of this machine only.");
      }
      var part = parts.get(prefix);
      if (part == null) throw ApiError.notFound("There is nothing here.");
      errors = part.errors;
      reply = run(part.router, request, requestId, request.path().substring(prefix.length()));
    } catch (ApiError refused) {
      reply = refusal(refused, errors, requestId);
    } catch (RuntimeException bug) {
      LOG.log(Level.ERROR, "request " + requestId + " failed", bug);
      var sorry = ApiError.of(500, "INTERNAL_ERROR", "Something went wrong on our side.");
      reply = refusal(sorry, errors, requestId);
    }
    return reply.toAnswer(common);
  }

  private static Reply run(Router router, Request request, String requestId, String path) {
    var method = request.method().equals("HEAD") ? "GET" : request.method();
    var match = router.find(method, path.isEmpty() ? "/" : path);
    if (match.isPresent()) {
      var call = new Call(request, requestId, match.get().places());
      return match.get().route().endpoint().answer(call);
    }
    var methods = router.methods(path);
    if (methods.isEmpty()) throw ApiError.notFound("There is nothing here.");
    throw ApiError.of(405, "METHOD_NOT_ALLOWED", "This address has other methods.")
        .with("Allow", String.join(", ", methods));
  }

  private static Reply refusal(ApiError error, ErrorShape errors, String requestId) {
    var reply = Reply.json(error.status(), errors.of(error, requestId));
    for (var header : error.headers()) reply = reply.with(header.name(), header.value());
    return reply;
  }

  /** The longest prefix that the path goes on from; "" is the root. */
  private String prefix(String path) {
    var best = "";
    for (var prefix : parts.keySet()) {
      if (prefix.length() > best.length()
          && (path.equals(prefix) || path.startsWith(prefix + "/"))) {
        best = prefix;
      }
    }
    return best;
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
    var fields =
        List.of(
            new Field("Content-Type", "application/json"), new Field("X-Request-Id", requestId));
    return new Response(error.status(), fields, Json.write(ErrorShape.PLAIN.of(error, requestId)));
  }

  @Override
  public int bodyBytesMax(String method, String path) {
    var prefix = prefix(path);
    var part = parts.get(prefix);
    if (part == null) return Router.BODY_BYTES;
    return part.router
        .find(method, path.substring(prefix.length()))
        .map(match -> match.route().bodyBytesMax())
        .orElse(Router.BODY_BYTES);
  }
}
