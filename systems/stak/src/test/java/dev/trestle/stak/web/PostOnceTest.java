package dev.trestle.stak.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.http.Hosts;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.stak.Mortal;
import dev.trestle.stak.Stak;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import dev.trestle.testing.ManualClock;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A post whose server dies at any of its writes, and which is sent again under the same key. */
final class PostOnceTest {
  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  private final StoreOptions options = StoreOptions.standard().clock(clock);
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Mortal mortal = new Mortal();
  private final Stak stak = stak();
  private final Stak.NewTenant acme = stak.createTenant("acme").orElseThrow();
  private final SiteServer server =
      SiteServer.start(
          stak.on(new Site(new Hosts.Loopback(), () -> UUID.randomUUID().toString())),
          "127.0.0.1",
          0);

  private Stak stak() {
    for (var model : Stak.MODELS) TableCreation.create(model, trestle.client(), "");
    TableCreation.create(QueueModel.MODEL, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    var client = mortal.around(trestle.client());
    var queue = new TableQueue(client, options, QueueOptions.of("test"));
    var secrets = new MemorySecrets(new SecureRandom());
    return new Stak(client, options, queue, secrets, Stak.Options.STANDARD);
  }

  @AfterEach
  void close() {
    http.shutdownNow();
    server.close();
    stak.close();
    trestle.close();
  }

  /** The answer; none if the server died. */
  private Optional<JsonNode> post(String body, String key) throws InterruptedException {
    var path = AdminApi.PREFIX + "/acme/DEFAULT/messages/post";
    var request =
        HttpRequest.newBuilder(server.endpoint().resolve(path))
            .header("Content-Type", "application/json")
            .header("X-Api-Key", acme.adminKey())
            .header("X-Admin-Id", "boss")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body))
            .build();
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      if (response.statusCode() >= 500) return Optional.empty();
      assertThat(response.statusCode()).isEqualTo(200);
      return Optional.of(Json.tree().readTree(response.body()));
    } catch (IOException connectionLost) {
      return Optional.empty();
    }
  }

  /** Dies at each write in turn until the post survives; gives how many deaths there were. */
  private int deaths(String body, String name) throws InterruptedException {
    for (int write = 1; ; write++) {
      for (boolean isBefore : new boolean[] {true, false}) {
        var key = name + "-" + write + "-" + isBefore;
        mortal.die(write, isBefore);
        var survived = post(body, key);
        mortal.live();
        if (survived.isPresent()) return write - 1;
        clock.advance(Duration.ofSeconds(61));
        var id = post(body, key).orElseThrow().at("/data/id").asText();
        assertThat(post(body, key).orElseThrow().at("/data/id").asText()).isEqualTo(id);
      }
    }
  }

  @Test
  void a_post_to_users_that_is_sent_again_after_its_server_died_is_one_message()
      throws InterruptedException {
    var uids = new ArrayList<String>();
    for (int i = 0; i < 250; i++) uids.add("u" + i);
    var body = StakServer.toUsers("news", "Once", uids.toArray(String[]::new));
    int deaths = deaths(body, "users");
    // The key, the audience, the message, the job, the answer.
    assertThat(deaths).isGreaterThanOrEqualTo(5);
    stak.start();
    var of = new OfInbox("acme", "u249", "DEFAULT");
    // Before and after each write, and the one that nothing happened to.
    long posted = 2L * deaths + 1;
    Await.until(() -> stak.room().inbox(of).unread().total() >= posted, StakServer.SOON);
    Await.until(() -> stak.delivered() >= posted * uids.size(), StakServer.SOON);
    assertThat(stak.room().inbox(of).unread().total()).isEqualTo(posted);
    assertThat(stak.delivered()).isEqualTo(posted * uids.size());
  }

  @Test
  void a_post_to_everyone_that_is_sent_again_after_its_server_died_is_one_message()
      throws InterruptedException {
    var of = new OfInbox("acme", "ann", "DEFAULT");
    stak.room().inbox(of).register();
    int deaths = deaths(StakServer.toEveryone("news", "Once"), "everyone");
    // The key, the message, the public one, the answer.
    assertThat(deaths).isGreaterThanOrEqualTo(4);
    assertThat(stak.room().inbox(of).unread().total()).isEqualTo(2L * deaths + 1);
  }
}
