package dev.trestle.messenger.client;

import dev.trestle.accounts.client.SignedInClient;
import java.util.List;
import java.util.Map;

/** Calls of Messenger's API that most clients need. */
public final class ChatCalls {
  private ChatCalls() {}

  /** Opens the direct chat with another user and returns its id. */
  public static String openDirect(SignedInClient client, String otherId) {
    return open(client, Map.of("type", "direct", "member_ids", List.of(otherId)));
  }

  /** Creates a group and returns its id. */
  public static String createGroup(SignedInClient client, String name, List<String> memberIds) {
    return open(client, Map.of("type", "group", "name", name, "member_ids", memberIds));
  }

  /** Sends a file with a caption, which may be empty. The name must not need escaping in a URL. */
  public static void sendFile(
      SignedInClient client, String chat, String id, String name, byte[] file, String caption) {
    var uploaded = client.upload("/chats/" + chat + "/files?name=" + name, file).path("data");
    client.post(
        "/chats/" + chat + "/messages",
        Map.of(
            "client_message_id",
            id,
            "content",
            caption,
            "file_id",
            uploaded.path("file_id").asText()));
  }

  /** Makes an invite link that is valid for a week and returns its token. */
  public static String invite(SignedInClient client, String chat) {
    return client
        .post("/chats/" + chat + "/invite-links", Map.of("valid_for", "week"))
        .path("data")
        .path("token")
        .asText();
  }

  /** Joins a group with the token of an invite link and returns the group's id. */
  public static String join(SignedInClient client, String token) {
    return client
        .post("/invite-links/join", Map.of("token", token))
        .path("data")
        .path("chat_id")
        .asText();
  }

  /** Blocks a user. */
  public static void block(SignedInClient client, String userId) {
    client.post("/blocks/" + userId, Map.of());
  }

  private static String open(SignedInClient client, Map<String, Object> body) {
    return client.post("/chats", body).path("data").path("chat_id").asText();
  }
}
