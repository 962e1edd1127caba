package dev.trestle.stak.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.http.Hosts;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.stak.KillableClient;
import dev.trestle.stak.Stak;
import dev.trestle.stak.StakOptions;
import dev.trestle.stak.TestContext;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.tenant.NewTenant;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A post whose server is killed at any of its writes, and which is sent again with its key. */
final class PostOnceTest {
  private final ManualClock clock = new ManualClock();
  private final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  private final StoreOptions options = StoreOptions.standard().clock(clock);
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final KillableClient killable = new KillableClient();
  private final Stak stak =
      Stak.open(
          TestContext.on(trestle, killable.around(trestle.client()), options),
          StakOptions.STANDARD);
  private final NewTenant acme = stak.tenants().create(new TenantId("acme"));
  private final SiteServer server = SiteServer.start(site(stak), "127.0.0.1", 0);

  private static Site site(Stak stak) {
    var site = new Site(new Hosts.Loopback(), () -> UUID.randomUUID().toString());
    stak.mount(site);
    return site;
  }

  @AfterEach
  void close() {
    http.shutdownNow();
    server.close();
    stak.close();
    trestle.close();
  }

  /** The response; none if the server was killed. */
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

  /** Kills the server at each write in turn until the post survives; returns how often. */
  private int kills(String body, String name) throws InterruptedException {
    for (int write = 1; ; write++) {
      for (boolean isBefore : new boolean[] {true, false}) {
        var key = name + "-" + write + "-" + isBefore;
        killable.killAt(write, isBefore);
        var survived = post(body, key);
        killable.spare();
        if (survived.isPresent()) return write - 1;
        clock.advance(Duration.ofSeconds(61));
        var id = post(body, key).orElseThrow().at("/data/id").asText();
        assertThat(post(body, key).orElseThrow().at("/data/id").asText()).isEqualTo(id);
      }
    }
  }

  @Test
  void a_post_to_users_that_is_sent_again_after_its_server_was_killed_is_one_message()
      throws InterruptedException {
    var uids = new ArrayList<String>();
    for (int i = 0; i < 250; i++) uids.add("u" + i);
    var body = StakServer.toUsers("news", "Once", uids.toArray(String[]::new));
    int kills = kills(body, "users");
    // The key, the audience, the message, the job, the answer.
    assertThat(kills).isGreaterThanOrEqualTo(5);
    stak.start();
    var key = UserInboxKey.of("acme", "u249", "DEFAULT");
    // Before and after each write, and the one that survived.
    long posted = 2L * kills + 1;
    Await.until(() -> stak.inboxes().of(key).unread().total() >= posted, StakServer.SOON);
    Await.until(() -> stak.delivered() >= posted * uids.size(), StakServer.SOON);
    assertThat(stak.inboxes().of(key).unread().total()).isEqualTo(posted);
    assertThat(stak.delivered()).isEqualTo(posted * uids.size());
  }

  @Test
  void a_post_to_everyone_that_is_sent_again_after_its_server_was_killed_is_one_message()
      throws InterruptedException {
    var key = UserInboxKey.of("acme", "ann", "DEFAULT");
    stak.inboxes().of(key).register();
    int kills = kills(StakServer.toEveryone("news", "Once"), "everyone");
    // The key, the message, the public one, the answer.
    assertThat(kills).isGreaterThanOrEqualTo(4);
    assertThat(stak.inboxes().of(key).unread().total()).isEqualTo(2L * kills + 1);
  }
}
