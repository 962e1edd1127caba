package dev.trestle.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.server.RunningServer;
import dev.trestle.homeops.client.HomeOpsClient;
import dev.trestle.testing.Await;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@BrowserTest
class HomeOpsDemoTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path folder;

  private RunningServer server() {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "homeops",
            "TRESTLE_DEMO_RATE", "50");
    return RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEMO);
  }

  private static List<String> all(JsonNode list, String field) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.path(field).asText())
        .toList();
  }

  /**
   * Whether the simulation said this: messages of the past are twenty minutes old, or older, and
   * the assistant may have reminded somebody of a promise meanwhile.
   */
  private static boolean isOfNow(JsonNode message) {
    return HouseholdScript.NOW_AND_THEN.contains(message.path("text").asText())
        && Instant.parse(message.path("at").asText())
            .isAfter(Instant.now().minus(Duration.ofMinutes(15)));
  }

  @Test
  void a_family_has_a_past_and_never_writes_for_the_visitor(BrowserUser user) {
    try (var server = server();
        var http = HttpClient.newHttpClient()) {
      var site = URI.create(server.address());
      var visitor = DemoVisitor.ROBIN;
      var robin =
          new HomeOpsClient(
              SignedInClient.signIn(http, site, visitor.phoneNumber(), "test", code -> code));
      var household =
          Await.valueSlowly(
              () ->
                  Optional.of(robin.get("/me/households").path("households"))
                      .filter(found -> found.size() == 1)
                      .map(found -> found.get(0)),
              PATIENCE);
      var chat = "/chats/" + household.path("chat_id").asText();
      var me = household.path("member_id").asText();
      // The simulation starts when the past is there.
      Await.slowly(
          () ->
              StreamSupport.stream(
                      robin.get(chat + "/messages?limit=5").path("messages").spliterator(), false)
                  .anyMatch(HomeOpsDemoTest::isOfNow),
          PATIENCE);

      assertThat(robin.get(chat + "/activities?limit=100").path("activities"))
          .hasSizeGreaterThan(70);
      assertThat(robin.get(chat + "/habits").path("habits")).hasSizeGreaterThan(10);
      assertThat(all(robin.get(chat + "/promises").path("promises"), "status"))
          .contains("active", "fulfilled");
      assertThat(all(robin.get(chat + "/aliases").path("aliases"), "alias"))
          .containsExactlyInAnyOrderElementsOf(HouseholdScript.WORDS.keySet());
      var balance = robin.get("/me/balance").path("balances").get(0);
      assertThat(balance.path("share").asDouble()).isBetween(0.05, 0.95);
      assertThat(balance.path("weeks").get(1).path("chores").asInt()).isPositive();
      assertThat(all(robin.get(chat + "/messages?limit=5").path("messages"), "member_id"))
          .doesNotContain(me);
      seesWhatToWrite(user, site);
    }
  }

  /** The chat suggests sentences to the visitor, without a click. */
  private static void seesWhatToWrite(BrowserUser user, URI site) {
    var page = user.open(site.resolve("/homeops/"));
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Continue as Robin"))
        .click();
    page.locator(".composer .suggestions").getByText("Did the dishes").waitFor();
    user.screenshot("visitor", page, Appearance.LIGHT);
    page.close();
  }
}
