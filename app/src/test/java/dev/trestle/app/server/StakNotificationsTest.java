package dev.trestle.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.ecobid.client.EcoBidClient;
import dev.trestle.ecobid.client.EcoBidClient.NewOffer;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.client.StakClient;
import dev.trestle.stak.client.UserClient;
import dev.trestle.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** EcoBid and Stak on one server: who is told something in EcoBid finds it in their inbox. */
class StakNotificationsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final NewOffer CHAIR =
      NewOffer.free("Kitchen chair", "furniture", 52.2297, 21.0122, "Marszalkowska 1", "first");

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    http.close();
  }

  private RunningServer start() {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "ecobid,stak",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_DATA", folder.resolve("data").toString());
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEV);
  }

  private SignedInClient signIn(URI server, String number) {
    return SignedInClient.signIn(http, server, number, "test", code -> code);
  }

  /** A key that the operator issues, as somebody would who wants to read these inboxes. */
  private String userKey(URI server) throws Exception {
    var request =
        HttpRequest.newBuilder(server.resolve("/operator/stak/tenants/ecobid/keys"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{}"))
            .build();
    var response = http.send(request, BodyHandlers.ofByteArray());
    assertThat(response.statusCode()).isEqualTo(201);
    return Json.tree().readTree(response.body()).path("user_key").asText();
  }

  private static List<String> categories(UserClient inbox) {
    return inbox.last(10).messages().stream().map(UserClient.Message::category).toList();
  }

  @Test
  void a_notification_is_a_message_and_a_switch_holds_in_both() throws Exception {
    start().close();
    // The tenant is there by now, and a second start finds it.
    try (var server = start()) {
      var address = URI.create(server.address());
      var giver = signIn(address, "+46701740601");
      var ann = EcoBidClient.of(giver);
      var bo = EcoBidClient.of(signIn(address, "+46701740602"));
      try (var stak = new StakClient(address)) {
        var inbox = stak.user("ecobid", "DEFAULT", userKey(address), giver.userId());
        var chair = ann.list(CHAIR, "first");
        bo.reserve(chair.id());
        Await.slowly(() -> categories(inbox).equals(List.of("asked")), PATIENCE);
        var message = inbox.last(1).messages().getFirst();
        assertThat(message.title()).isEqualTo("Kitchen chair");
        assertThat(message.ctaUri()).contains("/ecobid/#/item/" + chair.id());
        assertThat(ann.notifications().notifications()).hasSize(1);

        ann.mute(List.of("asked"));
        var other = ann.list(CHAIR, "second");
        bo.reserve(other.id());
        // Both changes are of one item, so this one is handled after the other.
        bo.write(other.id(), "Hello");
        Await.slowly(() -> categories(inbox).contains("message"), PATIENCE);
        assertThat(categories(inbox)).containsExactlyInAnyOrder("message", "asked");
        assertThat(ann.notifications().notifications()).hasSize(2);

        giver.delete("/users/me");
        Await.slowly(() -> categories(inbox).isEmpty(), PATIENCE);
      }
    }
  }
}
