package dev.trestle.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.server.RunningServer;
import dev.trestle.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessengerDemoTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int VISITOR_CHATS = 5;
  private static final int MESSAGES = 30;

  @TempDir Path folder;

  private RunningServer server() {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "messenger",
            "TRESTLE_DEMO_RATE", "50");
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEMO);
  }

  private static JsonNode messages(SignedInClient visitor, String chat) {
    return visitor.get("/chats/" + chat + "/messages?limit=100").path("data");
  }

  @Test
  void the_visitor_has_chats_friends_answer_and_nobody_writes_for_them() {
    try (var server = server();
        var http = HttpClient.newHttpClient()) {
      var site = URI.create(server.address());
      var robin = DemoVisitor.ROBIN.phoneNumber();
      var visitor = SignedInClient.signIn(http, site, robin, "test", code -> code);
      Await.slowly(() -> visitor.get("/chats").path("data").size() == VISITOR_CHATS, PATIENCE);
      var direct = "";
      var group = "";
      for (var chat : visitor.get("/chats").path("data")) {
        var id = chat.path("chat_id").asText();
        if (chat.path("chat_type").asText().equals("direct")) direct = id;
        else group = id;
      }
      var friend = direct;
      var neighbours = group;
      visitor.post(
          "/chats/" + friend + "/messages",
          Map.of("client_message_id", "hello", "content", "Hello, who is there?"));
      // The greeting, the visitor's message and the answer, after the entry that opened the chat.
      Await.slowly(() -> messages(visitor, friend).size() >= 4, PATIENCE);
      Await.slowly(() -> messages(visitor, neighbours).size() >= MESSAGES, PATIENCE);
      int own = 0;
      for (var chat : visitor.get("/chats").path("data")) {
        for (var entry : messages(visitor, chat.path("chat_id").asText())) {
          if (entry.path("sender_id").asText().equals(visitor.userId())) own++;
        }
      }
      assertThat(own).isEqualTo(1);
    }
  }
}
