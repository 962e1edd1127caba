package dev.trestle.messenger.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Requests to the server under test. The outcome is a response, a refusal, or unknown. */
final class RestClient implements AutoCloseable {
  /** So long people wait; while they move in, a slow machine may take its time. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  static final Duration MOVING_IN = Duration.ofMinutes(2);
  private static final int REFUSED = 400;
  private static final int FAILED = 500;

  /** What came of a request. */
  sealed interface Outcome {
    record Answered(JsonNode data) implements Outcome {}

    /** Surely not done. */
    record Refused(String code) implements Outcome {}

    record Unknown() implements Outcome {}
  }

  private final URI server;
  private final Duration patience;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  RestClient(URI server, Duration patience) {
    this.server = server;
    this.patience = patience;
  }

  URI server() {
    return server;
  }

  HttpClient http() {
    return http;
  }

  Outcome get(String path, String token) {
    return call("GET", path, Optional.empty(), Optional.of(token));
  }

  Outcome post(String path, Map<String, ?> body, String token) {
    return call("POST", path, Optional.of(body), Optional.of(token));
  }

  Outcome patch(String path, Map<String, ?> body, String token) {
    return call("PATCH", path, Optional.of(body), Optional.of(token));
  }

  Outcome delete(String path, String token) {
    return call("DELETE", path, Optional.empty(), Optional.of(token));
  }

  /** Somebody logs in and is there from now on. */
  TrialUser logIn(String phone, String device) {
    var asked =
        must(
            call(
                "POST",
                "/auth/request-otp",
                Optional.of(Map.of("phone_number", phone)),
                Optional.empty()));
    var body =
        Map.of(
            "phone_number", phone,
            "otp", asked.path("dev_code").asText(),
            "device_id", device);
    var login = must(call("POST", "/auth/verify-otp", Optional.of(body), Optional.empty()));
    return new TrialUser(
        login.at("/user/user_id").asText(), login.at("/tokens/access_token").asText());
  }

  static JsonNode must(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Answered(var data) -> data;
      case Outcome.Refused(var code) -> throw new AssertionError("refused: " + code);
      case Outcome.Unknown _ -> throw new AssertionError("no answer");
    };
  }

  private Outcome call(
      String method, String path, Optional<Map<String, ?>> body, Optional<String> token) {
    var request =
        HttpRequest.newBuilder(server.resolve("/api/v1" + path))
            .timeout(patience)
            .header("Content-Type", "application/json")
            .method(
                method,
                body.map(map -> BodyPublishers.ofByteArray(Json.write(map)))
                    .orElseGet(BodyPublishers::noBody));
    token.ifPresent(text -> request.header("Authorization", "Bearer " + text));
    try {
      var answer = http.send(request.build(), BodyHandlers.ofByteArray());
      if (answer.statusCode() >= FAILED) return new Outcome.Unknown();
      var tree =
          answer.body().length == 0
              ? MissingNode.getInstance()
              : Json.tree().readTree(answer.body());
      return answer.statusCode() >= REFUSED
          ? new Outcome.Refused(tree.at("/error/code").asText(answer.statusCode() + ""))
          : new Outcome.Answered(tree.path("data"));
    } catch (IOException _) {
      return new Outcome.Unknown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Unknown();
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
