package dev.trestle.messenger;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.http.Hosts;
import dev.trestle.messenger.web.ApiLimits;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import dev.trestle.testing.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Messenger on an engine in memory, behind a port, with people who call it. */
public final class Stage implements AutoCloseable {
  /** Keys are dear to make; which they are does not matter. */
  private static final MemorySecrets SECRETS = new MemorySecrets(new SecureRandom());

  public final ManualClock clock = new ManualClock();

  /** The engine removes what has expired by its own clock, so this one is ahead of it. */
  private static final Instant NOW = Instant.parse("2040-01-02T12:00:00Z");

  public final Trestle trestle = Trestle.inMemory();
  public final Messenger messenger;
  private final SiteServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger numbers = new AtomicInteger(100);

  private Stage(UnaryOperator<MessengerOptions> change) {
    clock.set(NOW);
    for (var model : Messenger.models()) TableCreation.create(model, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    var options =
        MessengerOptions.local(StoreOptions.standard().clock(clock), SECRETS)
            .limits(ApiLimits.NONE);
    messenger = Messenger.of(trestle.client(), change.apply(options));
    var site =
        new Site(new Hosts.Loopback(), () -> "req_" + requests.incrementAndGet())
            .at("/api/v1", messenger.rest(), ErrorShape.PLAIN)
            .at("/v1", messenger.sockets(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  /** Without limits on how often anybody may do anything. */
  public static Stage open() {
    return new Stage(UnaryOperator.identity());
  }

  public static Stage open(UnaryOperator<MessengerOptions> change) {
    return new Stage(change);
  }

  public URI endpoint() {
    return server.endpoint();
  }

  /** Waits until the heads of all chats are published. */
  public void published() {
    Await.until(messenger.parts().log()::isPublished, Duration.ofSeconds(5));
  }

  @Override
  public void close() {
    messenger.shutDown();
    server.close();
    messenger.close();
    trestle.close();
  }

  /** An answer. */
  public record Answer(int status, JsonNode body, HttpResponse<byte[]> response) {
    public JsonNode data() {
      return body.path("data");
    }

    public String code() {
      return body.path("error").path("code").asText();
    }

    public String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  /** Somebody who has logged in. */
  public final class Person {
    public final String number;
    public final String device;
    public final String id;
    public final String session;
    public String access;
    public String refresh;

    private Person(String number, String device, JsonNode data) {
      this.number = number;
      this.device = device;
      this.id = data.path("user").path("user_id").asText();
      this.session = data.path("session").path("session_id").asText();
      this.access = data.path("tokens").path("access_token").asText();
      this.refresh = data.path("tokens").path("refresh_token").asText();
    }

    public Answer get(String path) {
      return call("GET", path, null, access, Map.of());
    }

    public Answer post(String path, @Nullable Object body) {
      return call("POST", path, body, access, Map.of());
    }

    public Answer post(String path, @Nullable Object body, Map<String, String> headers) {
      return call("POST", path, body, access, headers);
    }

    public Answer patch(String path, @Nullable Object body) {
      return call("PATCH", path, body, access, Map.of());
    }

    public Answer delete(String path) {
      return call("DELETE", path, null, access, Map.of());
    }

    /** A direct chat with somebody. */
    public String direct(Person other) {
      return post("/chats", Map.of("type", "direct", "member_ids", List.of(other.id)))
          .data()
          .path("chat_id")
          .asText();
    }

    public String group(String name, Person... others) {
      var ids = Arrays.stream(others).map(other -> other.id).toList();
      return post("/chats", Map.of("type", "group", "name", name, "member_ids", ids))
          .data()
          .path("chat_id")
          .asText();
    }

    public Answer say(String chat, String clientId, String content) {
      return post(
          "/chats/" + chat + "/messages",
          Map.of("client_message_id", clientId, "content", content));
    }
  }

  /** Somebody with a number of their own. */
  public Person person() {
    return logIn("+4670123" + numbers.incrementAndGet() + "0", "phone");
  }

  public Person logIn(String number, String device) {
    var answer = verify(number, device, code(number));
    if (answer.status() / 100 != 2) throw new AssertionError("login: " + answer.body());
    return new Person(number, device, answer.data());
  }

  /** Asks for a code and reads it from the answer. */
  public String code(String number) {
    var answer = anyone("POST", "/auth/request-otp", Map.of("phone_number", number));
    return answer.data().path("dev_code").asText();
  }

  public Answer verify(String number, String device, String code) {
    return anyone(
        "POST",
        "/auth/verify-otp",
        Map.of("phone_number", number, "otp", code, "device_id", device));
  }

  public Answer anyone(String method, String path, @Nullable Object body) {
    return call(method, path, body, "", Map.of());
  }

  /** A call below {@code /api/v1}; an empty token is none. */
  public Answer call(
      String method,
      String path,
      @Nullable Object body,
      String token,
      Map<String, String> headers) {
    var request =
        HttpRequest.newBuilder(endpoint().resolve("/api/v1" + path))
            .timeout(Duration.ofSeconds(20))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(Json.write(body)));
    if (body != null) request.header("Content-Type", "application/json");
    if (!token.isEmpty()) request.header("Authorization", "Bearer " + token);
    headers.forEach(request::header);
    try {
      var response = http.send(request.build(), BodyHandlers.ofByteArray());
      var type = response.headers().firstValue("content-type").orElse("");
      var tree =
          response.body().length > 0 && type.startsWith("application/json")
              ? Json.tree().readTree(response.body())
              : Json.tree().nullNode();
      var faults = OpenApi.document().faults(method, path, response.statusCode(), tree);
      if (!faults.isEmpty()) {
        throw new AssertionError(method + " " + path + " answered otherwise: " + faults);
      }
      return new Answer(response.statusCode(), tree, response);
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
