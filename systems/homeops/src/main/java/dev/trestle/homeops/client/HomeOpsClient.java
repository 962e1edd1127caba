package dev.trestle.homeops.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/** Calls below {@code /homeops/v1}, by somebody who has signed in. */
public final class HomeOpsClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final SignedInClient caller;

  public HomeOpsClient(SignedInClient caller) {
    this.caller = caller;
  }

  public String userId() {
    return caller.userId();
  }

  /** Makes a household and returns it. */
  public JsonNode createHousehold(String name, String language, String memberName) {
    var body = Map.of("name", name, "language", language, "member_name", memberName);
    return call("POST", "/households", body).path("household");
  }

  public void join(String invite, String name) {
    call("POST", "/invites/" + invite + "/join", Map.of("name", name));
  }

  /** Sends a message and returns its number. */
  public long write(String chat, String text) {
    var body = Map.of("text", text, "client_id", UUID.randomUUID().toString());
    return call("POST", "/chats/" + chat + "/messages", body).path("message_id").asLong();
  }

  public JsonNode get(String path) {
    return call("GET", path, BodyPublishers.noBody());
  }

  public JsonNode call(String method, String path, Object body) {
    return call(method, path, BodyPublishers.ofByteArray(Json.write(body)));
  }

  /** Makes a call, once more with a new token if the old one has expired. */
  private JsonNode call(String method, String path, BodyPublisher body) {
    var request =
        HttpRequest.newBuilder(caller.server().resolve("/homeops/v1" + path))
            .timeout(TIMEOUT)
            .method(method, body)
            .header("Content-Type", "application/json");
    var token = caller.accessToken();
    var response = send(request.setHeader("Authorization", "Bearer " + token));
    if (response.statusCode() == 401) {
      caller.refresh(token);
      response = send(request.setHeader("Authorization", "Bearer " + caller.accessToken()));
    }
    if (response.statusCode() >= 300) {
      throw new IllegalStateException(method + " returned the status " + response.statusCode());
    }
    return tree(response.body());
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request) {
    try {
      return caller.http().send(request.build(), BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted"));
    }
  }

  private static JsonNode tree(byte[] body) {
    try {
      return Json.tree().readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
