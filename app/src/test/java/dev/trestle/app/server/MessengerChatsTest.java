package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.homeops.client.HomeOpsClient;
import dev.trestle.messenger.client.ChatCalls;
import dev.trestle.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HomeOps and Messenger on one server: a group with the assistant in it is a household. */
class MessengerChatsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();
  private RunningServer server;
  private SignedInClient anna;
  private SignedInClient martin;
  private String assistant;

  @BeforeEach
  void start() {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "messenger,homeops",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_DATA", folder.resolve("data").toString());
    server = RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
    anna = signIn("+46701740601", "Anna");
    martin = signIn("+46701740602", "Martin");
    assistant =
        anna.post("/users/lookup", Map.of("phone_numbers", List.of(MessengerChats.PHONE_NUMBER)))
            .findPath("user_id")
            .asText();
  }

  @AfterEach
  void stop() {
    server.close();
    http.close();
  }

  private SignedInClient signIn(String number, String name) {
    var address = URI.create(server.address());
    var client = SignedInClient.signIn(http, address, number, "test", code -> code);
    client.patch("/users/me", Map.of("display_name", name));
    return client;
  }

  private static long send(SignedInClient who, String chat, String text, Map<String, Object> more) {
    var body = new HashMap<String, Object>(more);
    body.put("client_message_id", UUID.randomUUID().toString());
    body.put("content", text);
    return who.post("/chats/" + chat + "/messages", body).at("/data/sequence").asLong();
  }

  private static JsonNode message(SignedInClient who, String chat, long sequence) {
    return entries(who, chat).stream()
        .filter(entry -> entry.path("sequence").asLong() == sequence)
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> entries(SignedInClient who, String chat) {
    var list = who.get("/chats/" + chat + "/messages").path("data");
    return StreamSupport.stream(list.spliterator(), false).toList();
  }

  private void awaitMark(String chat, long sequence, String mark) {
    Await.slowly(
        () -> message(anna, chat, sequence).path("reactions").path(assistant).asText().equals(mark),
        PATIENCE);
  }

  /** The texts of the assistant in a chat. */
  private List<String> said(String chat) {
    return entries(anna, chat).stream()
        .filter(entry -> entry.path("kind").asText().equals("text"))
        .filter(entry -> entry.path("sender_id").asText().equals(assistant))
        .map(entry -> entry.path("content").asText())
        .toList();
  }

  private static List<String> activities(HomeOpsClient who, String chat) {
    return who.get("/chats/" + chat + "/activities").findValuesAsText("activity");
  }

  @Test
  void health_and_metrics_show_how_far_the_assistant_has_read() throws Exception {
    for (var path : List.of("/health", "/metrics")) {
      var request = HttpRequest.newBuilder(URI.create(server.address()).resolve(path)).build();
      var body = http.send(request, BodyHandlers.ofString()).body();
      assertThat(body).as(path).contains("homeops-messenger");
    }
  }

  @Test
  void a_group_with_the_assistant_is_a_household() {
    var elsewhere = ChatCalls.createGroup(anna, "Work", List.of(martin.userId()));
    send(anna, elsewhere, "diskat", Map.of());
    var chat = ChatCalls.createGroup(anna, "Storgatan 4", List.of(martin.userId(), assistant));

    // What is noted is marked, without a word.
    long dishes = send(anna, chat, "diskat", Map.of());
    awaitMark(chat, dishes, MessengerChats.MARK);
    long chatter = send(anna, chat, "disken är full", Map.of());

    // A question is answered in the chat, by the assistant itself.
    long question = send(martin, chat, "vem diskade senast?", Map.of());
    Await.slowly(() -> said(chat).size() == 1, PATIENCE);
    assertThat(said(chat).getFirst()).startsWith("diskning: Anna");
    assertThat(message(anna, chat, question + 1).path("reply_to").asLong()).isEqualTo(question);
    assertThat(message(anna, chat, chatter).path("reactions").has(assistant)).isFalse();

    // Both are members of the household on HomeOps' page, with the names of their accounts.
    var page = new HomeOpsClient(martin);
    var households = page.get("/me/households").path("households");
    assertThat(households).hasSize(1);
    assertThat(households.get(0).path("source").asText()).isEqualTo(MessengerChats.SOURCE.value());
    assertThat(households.get(0).path("chat_id").asText()).isEqualTo(chat);
    assertThat(households.get(0).path("name").asText()).isEqualTo("Storgatan 4");
    assertThat(households.get(0).path("members").findValuesAsText("name"))
        .containsExactlyInAnyOrder("Anna", "Martin");
    assertThat(activities(page, chat)).containsExactly("diskning");
    // Messages of one chat are not handled in order.
    Await.slowly(
        () -> page.get("/chats/" + chat + "/messages").path("messages").size() == 4, PATIENCE);

    // A correction in reply to the mark, an edit, and a deletion.
    send(anna, chat, "nej, jag menade tvätt", Map.of("reply_to", dishes));
    Await.slowly(() -> activities(page, chat).equals(List.of("tvätt")), PATIENCE);
    long cooking = send(martin, chat, "lagat mat", Map.of());
    awaitMark(chat, cooking, MessengerChats.MARK);
    send(martin, chat, "dammsugit", Map.of("kind", "edit", "target_sequence", cooking));
    Await.slowly(() -> activities(page, chat).contains("dammsugning"), PATIENCE);
    assertThat(activities(page, chat)).doesNotContain("matlagning");
    send(martin, chat, "", Map.of("kind", "delete", "target_sequence", cooking));
    Await.slowly(() -> activities(page, chat).equals(List.of("tvätt")), PATIENCE);

    // Undone on the page, the mark disappears from the chat. Messages are written in Messenger.
    var activity = page.get("/chats/" + chat + "/activities").at("/activities/0/id").asText();
    page.call("POST", "/activities/" + activity + "/undo", Map.of());
    awaitMark(chat, dishes, "");
    assertThatThrownBy(() -> page.write(chat, "diskat")).hasMessageContaining("409");

    // What the assistant is not a member of it does not read.
    assertThat(new HomeOpsClient(anna).get("/me/households").path("households")).hasSize(1);
    assertThat(entries(anna, elsewhere)).noneMatch(entry -> entry.has("reactions"));
  }

  private static List<Long> numbers(HomeOpsClient who, String chat, String kind) {
    var list = who.get("/chats/" + chat + "/" + kind).path(kind);
    return list.findValues("message_id").stream().map(JsonNode::asLong).toList();
  }

  @Test
  void a_new_member_sees_nothing_of_what_was_written_before_they_joined() {
    var chat = ChatCalls.createGroup(anna, "Storgatan 4", List.of(assistant));
    long dishes = send(anna, chat, "diskat", Map.of());
    long promise = send(anna, chat, "jag tar tvätten imorgon", Map.of());
    var annas = new HomeOpsClient(anna);
    // The chat becomes a household when the first message is handled.
    awaitMark(chat, dishes, MessengerChats.MARK);
    Await.slowly(() -> numbers(annas, chat, "decisions").size() == 2, PATIENCE);
    assertThat(numbers(annas, chat, "promises")).containsExactly(promise);
    var hidden = annas.get("/chats/" + chat + "/activities").at("/activities/0/id").asText();

    anna.post("/chats/" + chat + "/members", Map.of("user_ids", List.of(martin.userId())));
    long vacuuming = send(martin, chat, "dammsugit", Map.of());
    awaitMark(chat, vacuuming, MessengerChats.MARK);
    var martins = new HomeOpsClient(martin);
    Await.slowly(() -> numbers(annas, chat, "decisions").size() == 3, PATIENCE);
    for (var kind : List.of("messages", "activities", "decisions")) {
      assertThat(numbers(annas, chat, kind)).as(kind).contains(dishes, vacuuming);
      assertThat(numbers(martins, chat, kind)).as(kind).containsExactly(vacuuming);
    }
    assertThat(numbers(martins, chat, "promises")).isEmpty();

    // Nor can they change it.
    var activity = "/activities/" + hidden;
    assertThatThrownBy(() -> martins.call("PATCH", activity, Map.of("effort", "high")))
        .hasMessageContaining("404");
    assertThatThrownBy(() -> martins.call("POST", activity + "/undo", Map.of()))
        .hasMessageContaining("404");
    assertThat(numbers(annas, chat, "activities")).contains(dishes);
  }

  /** Otherwise what the others write later could be read on HomeOps' page. */
  @Test
  void whoever_is_removed_from_a_group_loses_its_household() {
    var chat = ChatCalls.createGroup(anna, "Storgatan 4", List.of(martin.userId(), assistant));
    awaitMark(chat, send(martin, chat, "diskat", Map.of()), MessengerChats.MARK);
    var page = new HomeOpsClient(martin);
    var household = page.get("/me/households").path("households").get(0);
    assertThat(activities(page, chat)).containsExactly("diskning");

    anna.delete("/chats/" + chat + "/members/" + martin.userId());
    awaitMark(chat, send(anna, chat, "dammsugit", Map.of()), MessengerChats.MARK);
    for (var path : List.of("/messages", "/activities", "/decisions")) {
      assertThatThrownBy(() -> page.get("/chats/" + chat + path)).hasMessageContaining("404");
    }
    assertThat(page.get("/me/households").path("households")).isEmpty();
    var settings = "/households/" + household.path("id").asText();
    assertThatThrownBy(() -> page.call("PATCH", settings, Map.of("name", "Mine")))
        .hasMessageContaining("404");
    // An invite from before does not help.
    var invite = household.path("invite").asText();
    assertThatThrownBy(() -> page.join(invite, "Martin")).hasMessageContaining("404");
    assertThat(activities(new HomeOpsClient(anna), chat)).hasSize(2);
  }
}
