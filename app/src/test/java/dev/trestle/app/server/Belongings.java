package dev.trestle.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.app.server.EdgeServer.Credentials;
import dev.trestle.platform.web.Json;
import dev.trestle.testing.Await;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;

/** Bob, who has something of every kind that the routes for signed-in users name by an id. */
final class Belongings {
  /** Part of every text of Bob that only he and those he chose may read. */
  static final String SECRET = "submarine";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final EdgeServer edge;
  private final Map<String, String> ids = new HashMap<>();
  private final String token;
  private final Credentials bob;
  private final Credentials cy;
  private final String invitedUser;

  Belongings(EdgeServer edge) throws IOException {
    this.edge = edge;
    var bobsLogin = edge.logIn("+46701740606");
    token = bobsLogin.at("/data/tokens/access_token").asText();
    bob = Credentials.bearer(token);
    ids.put("{user}", bobsLogin.at("/data/user/user_id").asText());
    ids.put("{session}", bobsLogin.at("/data/session/session_id").asText());
    var cysLogin = edge.logIn("+46701740607");
    cy = Credentials.bearer(cysLogin.at("/data/tokens/access_token").asText());
    invitedUser = cysLogin.at("/data/user/user_id").asText();
    openChat();
    offerItems();
    openHousehold();
  }

  /** The ids by their names in paths, such as {@code chat}. */
  Map<String, String> ids() {
    return ids.entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> each.getKey().substring(1, each.getKey().length() - 1),
                Map.Entry::getValue));
  }

  /** The owner's access token. */
  String token() {
    return token;
  }

  Credentials owner() {
    return bob;
  }

  /** The path of a route with Bob's ids in it. A parameter that he has nothing for stays. */
  String path(String route) {
    return Arrays.stream(route.split("/", -1))
        .map(segment -> ids.getOrDefault(name(route, segment), segment))
        .collect(Collectors.joining("/"));
  }

  private static String name(String route, String segment) {
    if (segment.equals("{chat}") && route.contains("/homeops/")) return "{household chat}";
    if (segment.equals("{user}") && route.contains("/invitations/")) return "{invited}";
    return segment;
  }

  /** A group with a message, a photo, a link, and an invitation to Cy. */
  private void openChat() throws IOException {
    ids.put("{invited}", invitedUser);
    var image = image();
    json(bob, "PUT", "/api/v1/profile/picture", image);
    posted(cy, "PATCH", "/api/v1/settings", Map.of("invitation_required", true));
    var group = Map.of("type", "group", "name", SECRET, "member_ids", List.of());
    var chat = posted(bob, "POST", "/api/v1/chats", group).at("/data/chat_id").asText();
    ids.put("{chat}", chat);
    var path = "/api/v1/chats/" + chat;
    var invited = Map.of("user_ids", List.of(invitedUser));
    posted(bob, "POST", path + "/members", invited);
    var message = Map.of("client_message_id", "one", "content", SECRET);
    var sequence = posted(bob, "POST", path + "/messages", message).at("/data/sequence").asText();
    ids.put("{sequence}", sequence);
    var file = json(bob, "POST", path + "/files?name=" + SECRET + ".jpg", image);
    ids.put("{file}", file.at("/data/file_id").asText());
    var link = posted(bob, "POST", path + "/invite-links", Map.of("valid_for", "day"));
    ids.put("{link}", link.at("/data/link_id").asText());
  }

  /** An item that Cy has reserved and asked about, an auction, and a saved search. */
  private void offerItems() {
    var chair =
        new TreeMap<String, Object>(
            Map.of(
                "title", "Kitchen chair",
                "category", "furniture",
                "lat", 52.2297,
                "lon", 21.0122,
                "address", SECRET,
                "mode", "free",
                "sharing", "queue"));
    var item = posted(bob, "POST", "/ecobid/v1/items", chair).at("/item/id").asText();
    ids.put("{item}", item);
    chair.put("mode", "auction");
    chair.put("auction", Map.of("hours", 24, "minimum", 500));
    var auction = posted(bob, "POST", "/ecobid/v1/items", chair).at("/item/auction/id").asText();
    ids.put("{auction}", auction);
    var path = "/ecobid/v1/items/" + item;
    var reserved = posted(cy, "POST", path + "/reserve", Map.of());
    ids.put("{reservation}", reserved.at("/reservation/id").asText());
    posted(cy, "POST", path + "/messages", Map.of("text", SECRET));
    var search = Map.of("words", SECRET, "lat", 52.2297, "lon", 21.0122, "radius", 5);
    var wanted = posted(bob, "POST", "/ecobid/v1/wanted", search).at("/wanted/id").asText();
    ids.put("{wanted}", wanted);
  }

  /** A household whose assistant has understood a message. */
  private void openHousehold() {
    var home = Map.of("name", SECRET, "language", "sv", "member_name", "Bob");
    var household = posted(bob, "POST", "/homeops/v1/households", home).path("household");
    ids.put("{household}", household.path("id").asText());
    ids.put("{code}", household.path("invite").asText());
    ids.put("{household chat}", household.path("chat_id").asText());
    var path = "/homeops/v1/chats/" + household.path("chat_id").asText();
    var message = Map.of("text", "diskat", "client_id", "one");
    var written = posted(bob, "POST", path + "/messages", message);
    ids.put("{message}", written.path("message_id").asText());
    ids.put("{alias}", "plocka");
    posted(bob, "PUT", path + "/aliases/plocka", Map.of("activity", "tvätt"));
    var activity =
        Await.valueSlowly(
            () -> {
              var all = json(bob, "GET", path + "/activities", new byte[0]);
              return Optional.of(all.path("activities")).filter(found -> !found.isEmpty());
            },
            PATIENCE);
    ids.put("{activity}", activity.path(0).path("id").asText());
  }

  private static byte[] image() throws IOException {
    var out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(400, 400, BufferedImage.TYPE_INT_RGB), "jpg", out);
    return out.toByteArray();
  }

  private JsonNode posted(Credentials who, String method, String path, Object body) {
    return json(who, method, path, Json.write(body));
  }

  private JsonNode json(Credentials who, String method, String path, byte[] body) {
    var response = edge.call(method, path, body, who);
    if (response.statusCode() / 100 != 2) throw new IllegalStateException(path + response.body());
    return Json.read(response.body().getBytes(UTF_8), JsonNode.class);
  }
}
