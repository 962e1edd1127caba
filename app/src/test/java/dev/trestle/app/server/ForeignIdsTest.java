package dev.trestle.app.server;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.server.EdgeServer.Credentials;
import dev.trestle.app.server.RoutesTest.Guard;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ann calls every route for signed-in users that names something by an id, with the real ids of
 * Bob's things. What she may do with them is listed with its reason; everything else is refused,
 * shows nothing of Bob's and changes nothing.
 */
class ForeignIdsTest {
  private static final String SOMEBODY = "user_01ARZ3NDEKTSV4RRFFQ69G5FAV";

  /** What every signed-in user may do with something of somebody else. */
  private static final Map<String, String> FOR_EVERYBODY =
      Map.ofEntries(
          entry("GET /api/v1/users/{user}", "names are shown to all users"),
          entry("POST /api/v1/blocks/{user}", "changes the caller's own list"),
          entry("DELETE /api/v1/blocks/{user}", "changes the caller's own list"),
          entry("POST /ecobid/v1/users/{user}/block", "changes the caller's own list"),
          entry("DELETE /ecobid/v1/users/{user}/block", "changes the caller's own list"),
          entry("POST /ecobid/v1/items/{item}/favourite", "changes the caller's own list"),
          entry("DELETE /ecobid/v1/items/{item}/favourite", "changes the caller's own list"),
          entry("GET /ecobid/v1/items/{item}/messages", "the caller's own thread"),
          entry("POST /ecobid/v1/items/{item}/messages", "asks the giver"),
          entry("POST /ecobid/v1/items/{item}/reserve", "items are offered to everybody"),
          entry("POST /ecobid/v1/auctions/{auction}/bids", "auctions are open to everybody"),
          entry("POST /homeops/v1/invites/{code}/join", "the code is the permission"));

  /** Looked for among the caller's own: deleting what one does not have changes nothing. */
  private static final Set<String> AMONG_OWN = Set.of("DELETE /ecobid/v1/wanted/{wanted}");

  /** What the owner sees of things that no route shows by their id. */
  private static final List<String> LISTS =
      List.of(
          "GET /api/v1/sessions/",
          "GET /api/v1/chats",
          "GET /ecobid/v1/me/items",
          "GET /ecobid/v1/wanted",
          "GET /homeops/v1/me/households");

  /** Bodies that pass all checks of their form, so that only the permission is missing. */
  private static final Map<String, Object> BODIES =
      Map.ofEntries(
          entry("PATCH /api/v1/chats/{chat}", Map.of("name", "mine")),
          entry("POST /api/v1/chats/{chat}/invite-links", Map.of("valid_for", "day")),
          entry("POST /api/v1/chats/{chat}/members", Map.of("user_ids", List.of(SOMEBODY))),
          entry("PATCH /api/v1/chats/{chat}/members/{user}", Map.of("role", "member")),
          entry(
              "POST /api/v1/chats/{chat}/messages",
              Map.of("client_message_id", "foreign", "content", "hello")),
          entry("POST /api/v1/chats/{chat}/place", Map.of("place", "pinned")),
          entry("PATCH /api/v1/delivery-state/{chat}", Map.of("last_read_sequence", 1)),
          entry("POST /ecobid/v1/auctions/{auction}/bids", Map.of("maximum", 1000)),
          entry("PATCH /ecobid/v1/items/{item}", Map.of("title", "mine")),
          entry("POST /ecobid/v1/items/{item}/messages", Map.of("text", "hello")),
          entry(
              "POST /ecobid/v1/reservations/{reservation}/confirm",
              Map.of("pickup_at", "2030-01-01T00:00:00Z")),
          entry("POST /ecobid/v1/reservations/{reservation}/rating", Map.of("stars", 1)),
          entry("PATCH /homeops/v1/activities/{activity}", Map.of("effort", "high")),
          entry("PUT /homeops/v1/chats/{chat}/aliases/{alias}", Map.of("activity", "tvätt")),
          entry("POST /homeops/v1/chats/{chat}/messages", Map.of("text", "hej", "client_id", "x")),
          entry("PATCH /homeops/v1/chats/{chat}/messages/{message}", Map.of("text", "hej")),
          entry("POST /homeops/v1/chats/{chat}/understand", Map.of("text", "diskat")),
          entry("PATCH /homeops/v1/households/{household}", Map.of("name", "mine")),
          entry("POST /homeops/v1/invites/{code}/join", Map.of("name", "Ann")));

  private static final Map<String, String> QUERIES =
      Map.of(
          "GET /api/v1/chats/{chat}/search",
          "?q=" + Belongings.SECRET,
          "POST /api/v1/chats/{chat}/files",
          "?name=x");

  private EdgeServer edge;
  private Credentials ann;
  private Belongings bob;

  private record Response(int status, String body) {}

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    var unlimited = new RateLimits(new RandomLimiter(new Random(), 100));
    edge = new EdgeServer(folder, context -> context.limits(unlimited));
    ann = Credentials.bearer(edge.signIn("+46701740605"));
    bob = new Belongings(edge);
  }

  @AfterEach
  void stop() {
    edge.close();
  }

  private Response call(Credentials who, String method, String path, byte[] body) {
    // The response of a stream that is allowed never ends.
    if (path.endsWith("/events")) return new Response(edge.status(method, path, who), "");
    var response = edge.call(method, path, body, who);
    return new Response(response.statusCode(), response.body());
  }

  private List<String> routesWithIds() throws IOException {
    return RoutesTest.read().entrySet().stream()
        .filter(line -> line.getValue().guard() == Guard.USER && line.getKey().contains("{"))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Response send(Credentials who, String route) {
    int space = route.indexOf(' ');
    var path = bob.path(route.substring(space + 1));
    assertThat(path).as("%s needs something of Bob's", route).doesNotContain("{");
    var body = Json.write(BODIES.getOrDefault(route, Map.of()));
    return call(who, route.substring(0, space), path + QUERIES.getOrDefault(route, ""), body);
  }

  /** What the owner reads by the same ids, which shows that they are right. */
  private Map<String, String> readByOwner(List<String> routes) {
    var read = new TreeMap<String, String>();
    var gets = new ArrayList<>(LISTS);
    routes.stream().filter(route -> route.startsWith("GET ")).forEach(gets::add);
    for (var route : gets) {
      var response = send(bob.owner(), route);
      assertThat(response.status())
          .as("%s for its owner: %s", route, response.body())
          .isEqualTo(200);
      read.put(route, response.body());
    }
    return read;
  }

  @Test
  void what_belongs_to_somebody_else_is_neither_shown_nor_changed() throws IOException {
    var routes = routesWithIds();
    var before = readByOwner(routes);
    for (var route : routes) {
      if (FOR_EVERYBODY.containsKey(route)) continue;
      var response = send(ann, route);
      int[] refused = AMONG_OWN.contains(route) ? new int[] {204} : new int[] {403, 404};
      assertThat(refused).as("%s: %s", route, response).contains(response.status());
      assertThat(response.body()).as(route).doesNotContain(Belongings.SECRET);
    }
    assertThat(readByOwner(routes)).isEqualTo(before);
  }

  @Test
  void what_everybody_may_do_is_allowed_and_shows_no_secret() throws IOException {
    var routes = routesWithIds();
    assertThat(routes).as("routes that are gone").containsAll(FOR_EVERYBODY.keySet());
    for (var route : routes) {
      if (!FOR_EVERYBODY.containsKey(route) || route.contains("/invites/")) continue;
      var response = send(ann, route);
      assertThat(response.status()).as("%s: %s", route, response.body()).isBetween(200, 299);
      assertThat(response.body()).as(route).doesNotContain(Belongings.SECRET);
    }
  }
}
