package dev.trestle.bench.messenger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Users and their chats, created through the API before anything is measured. */
final class BenchUsers implements AutoCloseable {
  /** How many users are registered at a time. */
  private static final int AT_ONCE = 8;

  /** How many members are added to a group in one request. */
  private static final int ADDED_AT_ONCE = 100;

  private final URI server;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<SignedInUser> people = new ArrayList<>();

  BenchUsers(URI server) {
    this.server = server;
  }

  /** All users. */
  List<SignedInUser> people() {
    return people;
  }

  /** Registers users until there are this many. */
  void grow(int count) {
    try (var workers = Executors.newFixedThreadPool(AT_ONCE)) {
      var moving = new ArrayList<Future<SignedInUser>>();
      for (int i = people.size(); i < count; i++) {
        int number = i;
        moving.add(workers.submit(() -> register(number)));
      }
      for (var one : moving) people.add(one.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private SignedInUser register(int number) {
    var phone = "+1650%07d".formatted(2_000_000 + number);
    var asked = post("/auth/request-otp", Map.of("phone_number", phone), Optional.empty());
    var login =
        post(
            "/auth/verify-otp",
            Map.of(
                "phone_number",
                phone,
                "otp",
                asked.at("/data/dev_code").asText(),
                "device_id",
                "bench"),
            Optional.empty());
    return new SignedInUser(
        login.at("/data/user/user_id").asText(),
        login.at("/data/tokens/access_token").asText(),
        login.at("/data/tokens/refresh_token").asText(),
        login.at("/data/session/session_id").asText());
  }

  String direct(SignedInUser one, SignedInUser other) {
    var body = Map.of("type", "direct", "member_ids", List.of(other.userId()));
    return post("/chats", body, Optional.of(one)).at("/data/chat_id").asText();
  }

  /** Creates a group. The first member is its owner. */
  String group(String name, List<SignedInUser> members) {
    var owner = members.getFirst();
    var body = Map.of("type", "group", "name", name, "member_ids", List.of());
    var chat = post("/chats", body, Optional.of(owner)).at("/data/chat_id").asText();
    for (int from = 1; from < members.size(); from += ADDED_AT_ONCE) {
      var some = members.subList(from, Math.min(from + ADDED_AT_ONCE, members.size()));
      post(
          "/chats/" + chat + "/members",
          Map.of("user_ids", some.stream().map(SignedInUser::userId).toList()),
          Optional.of(owner));
    }
    return chat;
  }

  private JsonNode post(String path, Object body, Optional<SignedInUser> by) {
    var request =
        HttpRequest.newBuilder(server.resolve("/api/v1" + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(Json.write(body)));
    by.ifPresent(person -> request.header("Authorization", "Bearer " + person.accessToken()));
    try {
      var answer = http.send(request.build(), BodyHandlers.ofByteArray());
      if (answer.statusCode() >= 300) {
        throw new IllegalStateException(
            path + ": " + new String(answer.body(), java.nio.charset.StandardCharsets.UTF_8));
      }
      return Json.tree().readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
