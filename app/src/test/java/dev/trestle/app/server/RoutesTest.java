package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.server.EdgeServer.Credentials;
import dev.trestle.app.server.EdgeServer.Tenant;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Router;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every route of every system, with its guard, and attacks on it. The list is {@code routes.txt}: a
 * new route without a line fails.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoutesTest {
  /** Who may call a route. */
  enum Guard {
    /** Everybody: pages, documents, public data, and the ways to sign in. */
    OPEN,
    /** Whoever signed in with a phone number. */
    USER,
    /** The same, for a WebSocket. */
    SOCKET,
    /** An administrator of the tenant in the path. */
    TENANT_ADMIN,
    /** A user of the tenant in the path. */
    TENANT_USER,
    /** Telegram, with the secret token of the webhook. */
    TELEGRAM,
    /** The operator of this server. */
    OPERATOR
  }

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String MADE_UP = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

  /** A line of the list: who may call the route, and why it has no rate limit if it has none. */
  record Line(Guard guard, Optional<String> unlimited) {
    static Line of(String[] parts) {
      var reason = parts.length > 3 ? Optional.of(parts[3]) : Optional.<String>empty();
      return new Line(Guard.valueOf(parts[0]), reason);
    }
  }

  private final ExhaustibleLimiter limiter = new ExhaustibleLimiter();
  private EdgeServer edge;
  private Credentials ann;
  private Tenant one;
  private Tenant two;
  private Map<String, Line> lines;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    edge = new EdgeServer(folder, context -> context.limits(new RateLimits(limiter)));
    ann = Credentials.bearer(edge.signIn("+46701740605"));
    one = edge.tenant("one");
    two = edge.tenant("two");
    lines = read();
  }

  @AfterAll
  void stop() {
    edge.close();
  }

  /** The lines of the list by route, such as {@code GET /health/}. */
  static Map<String, Line> read() throws IOException {
    try (var in = RoutesTest.class.getResourceAsStream("routes.txt")) {
      var text = Objects.requireNonNull(in, "routes.txt").readAllBytes();
      var lines = new String(text, StandardCharsets.UTF_8).lines();
      return lines
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" +", 4))
          .collect(
              Collectors.toMap(
                  parts -> parts[1] + " " + parts[2], Line::of, (a, b) -> a, TreeMap::new));
    }
  }

  private List<String> routes(Guard guard) {
    return lines.entrySet().stream()
        .filter(line -> line.getValue().guard() == guard)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String method(String route) {
    return route.substring(0, route.indexOf(' '));
  }

  /** The path with made-up ids; those of Stak are in tenant one. */
  private String path(String route) {
    var segments = route.substring(route.indexOf(' ') + 1).split("/", -1);
    return Arrays.stream(segments).map(this::filled).collect(Collectors.joining("/"));
  }

  private String filled(String segment) {
    if (!segment.startsWith("{")) return segment;
    return switch (segment) {
      case "{tenant}" -> one.id();
      case "{chat}" -> "chat_" + MADE_UP;
      case "{user}" -> "user_" + MADE_UP;
      case "{sequence}", "{limit}", "{chunk}" -> "1";
      default -> MADE_UP;
    };
  }

  @Test
  void every_route_has_a_line_that_says_who_may_call_it() {
    var served = new TreeSet<String>();
    for (var route : edge.server.site().routes()) served.add(route.method() + " " + route.path());
    var unlisted = new TreeSet<>(served);
    unlisted.removeAll(lines.keySet());
    var gone = new TreeSet<>(lines.keySet());
    gone.removeAll(served);
    assertThat(unlisted).as("routes without a line in routes.txt").isEmpty();
    assertThat(gone).as("lines in routes.txt without a route").isEmpty();
  }

  @Test
  void without_credentials_nobody_gets_anywhere() {
    for (var guard :
        List.of(
            Guard.USER, Guard.TENANT_ADMIN, Guard.TENANT_USER, Guard.TELEGRAM, Guard.OPERATOR)) {
      for (var route : routes(guard)) {
        assertThat(edge.status(method(route), path(route), Credentials.NONE))
            .as(route)
            .isEqualTo(401);
      }
    }
  }

  @Test
  void made_up_credentials_get_nobody_anywhere() {
    for (var route : routes(Guard.USER)) {
      for (var token : List.of("x", "a.b.c", MADE_UP)) {
        assertThat(edge.status(method(route), path(route), Credentials.bearer(token)))
            .as(route)
            .isEqualTo(401);
      }
    }
    for (var route : routes(Guard.OPERATOR)) {
      var made = new Credentials(List.of("Cookie", "__Host-operator=" + MADE_UP));
      assertThat(edge.status(method(route), path(route), made)).as(route).isEqualTo(401);
    }
  }

  @Test
  void a_socket_is_not_opened_without_a_token() throws IOException {
    for (var route : routes(Guard.SOCKET)) {
      for (var token : List.of("", "Authorization: Bearer " + MADE_UP + "\r\n")) {
        assertThat(status(upgrade(route, token))).as(route).isEqualTo("HTTP/1.1 401");
      }
    }
  }

  private String upgrade(String route, String header) {
    return "GET "
        + path(route)
        + " HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + header
        + "\r\n";
  }

  private String status(String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), edge.address.getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }
  }

  @Test
  void a_user_is_not_the_operator_nor_a_tenant() {
    for (var guard :
        List.of(Guard.TENANT_ADMIN, Guard.TENANT_USER, Guard.TELEGRAM, Guard.OPERATOR)) {
      for (var route : routes(guard)) {
        assertThat(edge.status(method(route), path(route), ann)).as(route).isEqualTo(401);
      }
    }
  }

  @Test
  void the_keys_of_another_tenant_open_nothing() {
    for (var route : routes(Guard.TENANT_ADMIN)) {
      for (var key : List.of(two.adminKey(), one.userKey())) {
        assertThat(edge.status(method(route), path(route), Credentials.admin(key)))
            .as(route)
            .isEqualTo(401);
      }
    }
    for (var route : routes(Guard.TENANT_USER)) {
      assertThat(edge.status(method(route), path(route), Credentials.tenantUser(two.userKey())))
          .as(route)
          .isEqualTo(401);
    }
  }

  /** The head alone decides, so nothing of the body has to be sent. */
  @Test
  void a_body_that_is_too_large_is_refused_before_it_is_sent() throws IOException {
    for (var route : edge.server.site().routes()) {
      var name = route.method() + " " + route.path();
      var head =
          "%s %s HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
              .formatted(route.method(), path(name), route.bodyBytesMax() + 1L);
      assertThat(status(head)).as(name).isEqualTo("HTTP/1.1 413");
    }
  }

  /** The room for longer ones is for callers who are known. */
  @Test
  void bodies_of_strangers_are_short() {
    for (var route : edge.server.site().routes()) {
      var name = route.method() + " " + route.path();
      var line = lines.get(name);
      if (line == null || line.guard() != Guard.OPEN) continue;
      // These read no body.
      if (List.of("GET", "OPTIONS", "DELETE").contains(route.method())) continue;
      assertThat(route.bodyBytesMax()).as(name).isLessThanOrEqualTo(Router.OPEN_BODY_BYTES);
    }
  }

  @Test
  void whoever_calls_too_often_is_told_when_to_try_again() throws IOException {
    limiter.exhaust(true);
    try {
      for (var line : lines.entrySet()) {
        var route = line.getKey();
        var guard = line.getValue().guard();
        if (guard == Guard.SOCKET || guard == Guard.OPERATOR) continue;
        var response = edge.head(method(route), path(route), credentials(guard));
        if (line.getValue().unlimited().isPresent()) {
          assertThat(response.statusCode()).as("%s has a limit", route).isNotEqualTo(429);
        } else {
          assertThat(response.statusCode()).as(route).isEqualTo(429);
          assertThat(response.headers().firstValue("Retry-After")).as(route).contains("7");
        }
      }
      for (var route : routes(Guard.SOCKET)) {
        assertThat(status(upgrade(route, authorization()))).as(route).isEqualTo("HTTP/1.1 429");
      }
    } finally {
      limiter.exhaust(false);
    }
  }

  private String authorization() {
    return String.join(": ", ann.headers()) + "\r\n";
  }

  private Credentials credentials(Guard guard) {
    return switch (guard) {
      case OPEN, TELEGRAM, OPERATOR -> new Credentials(List.of("Origin", edge.origin()));
      case USER, SOCKET -> ann;
      case TENANT_ADMIN -> Credentials.admin(one.adminKey());
      case TENANT_USER -> Credentials.tenantUser(one.userKey());
    };
  }

  @Test
  void what_is_open_fails_for_nobody() {
    for (var route : routes(Guard.OPEN)) {
      // A check that takes over two seconds fails, which happens on a busy machine.
      if (route.startsWith("GET /health")) {
        Await.slowly(() -> openStatus(route) < 500, PATIENCE);
      } else {
        assertThat(openStatus(route)).as(route).isLessThan(500);
      }
    }
  }

  private int openStatus(String route) {
    return edge.status(method(route), path(route), Credentials.NONE);
  }
}
