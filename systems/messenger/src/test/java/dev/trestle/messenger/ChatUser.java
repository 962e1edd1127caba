package dev.trestle.messenger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.fixture.TestUser;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A signed-in user who chats. */
public final class ChatUser extends TestUser {
  ChatUser(TestServer server, String number, String device, JsonNode login) {
    super(server, number, device, login);
  }

  /** Opens the direct chat with another user and returns its id. */
  public String direct(ChatUser other) {
    return open(Map.of("type", "direct", "member_ids", List.of(other.id)));
  }

  /** Creates a group and returns its id. */
  public String group(String name, ChatUser... others) {
    var ids = Arrays.stream(others).map(other -> other.id).toList();
    return open(Map.of("type", "group", "name", name, "member_ids", ids));
  }

  private String open(Map<String, Object> body) {
    return post("/chats", body).data().path("chat_id").asText();
  }

  /** Uploads a file and returns its id. */
  public String upload(String chat, String name, byte[] bytes) {
    var path = "/chats/" + chat + "/files?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    return post(path, bytes).data().path("file_id").asText();
  }

  /** Sends a file with a caption. */
  public TestResponse sendFile(String chat, String clientMessageId, String file, String caption) {
    return post(
        "/chats/" + chat + "/messages",
        Map.of("client_message_id", clientMessageId, "content", caption, "file_id", file));
  }

  public TestResponse send(String chat, String clientMessageId, String content) {
    return post(
        "/chats/" + chat + "/messages",
        Map.of("client_message_id", clientMessageId, "content", content));
  }
}
