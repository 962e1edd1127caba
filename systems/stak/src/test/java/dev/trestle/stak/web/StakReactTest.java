package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The npm package: what is in it, in Node, and in the React sample. Needs node and npm. */
@BrowserTest
final class StakReactTest {
  private static final StakServer SERVER = new StakServer();

  private static Path sample = Path.of("");

  @BeforeAll
  static void install() {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    sample = ClientPackage.sample();
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static String address(StakServer server) {
    return server.server.endpoint().toString().replaceAll("/$", "");
  }

  @Test
  void the_package_has_its_modules_types_readme_and_licence_in_the_projects_version()
      throws IOException {
    var packed = ClientPackage.packed();
    assertThat(packed.get("files").findValuesAsText("path"))
        .containsExactlyInAnyOrder(
            "LICENSE",
            "README.md",
            "client.js",
            "index.d.ts",
            "index.js",
            "live-inbox.js",
            "package.json",
            "sse.js");
    var pom =
        Files.readString(Path.of(System.getProperty("trestle.root", "../..")).resolve("pom.xml"));
    assertThat(pom).contains("<version>" + packed.get("version").asText() + "</version>");
  }

  @Test
  void the_client_lists_marks_and_follows_an_inbox_in_node() {
    var story = ClientPackage.script(sample, "story.mjs");
    ClientPackage.run(sample, "npm", "run", "check");
    var acme = SERVER.tenant("node");
    try (var limited = new StakServer(new AddressPolicy(true), StakLimits.STANDARD)) {
      var environment =
          Map.of(
              "STAK", address(SERVER),
              "ADMIN_KEY", acme.adminKey(),
              "LIMITED", address(limited),
              "LIMITED_KEY", limited.tenant("node").adminKey(),
              "TENANT", "node");
      assertThat(ClientPackage.run(sample, environment, "node", story).lines())
          .containsExactly(
              "lists",
              "marks",
              "preferences",
              "errors",
              "tokens",
              "limits",
              "live",
              "lateCounts",
              "lateCountsWithoutEvents",
              "lateLists",
              "refusals");
    }
  }

  @Test
  void the_bell_of_the_react_sample_shows_a_message_that_was_just_sent(BrowserUser ann)
      throws IOException, InterruptedException {
    ClientPackage.run(sample, Map.of("npm_config_offline", "true"), "npm", "run", "build");
    var acme = SERVER.tenant("react");
    var shop = shop(acme);
    try {
      var origin = Optional.ofNullable(shop.inputReader().readLine()).orElseThrow();
      var settings = "{\"title\":\"Acme\",\"allowed_origins\":[\"" + origin + "\"]}";
      assertThat(SERVER.admin(acme, "PUT", "/settings", settings).status()).isEqualTo(200);

      var page = ann.open(URI.create(origin), Appearance.LIGHT);
      assertThat(bell(page)).hasAccessibleName("Notifications");
      bell(page).click();
      assertThat(page.getByText("You are all caught up.")).isVisible();
      SERVER.post(acme, toUsers("orders", "Your parcel is on its way", "ann"));
      assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
      assertThat(page.getByRole(AriaRole.LISTITEM)).containsText("Your parcel is on its way");
      ann.checkAppearance("react", page, Appearance.LIGHT);
      // The list is open, so what has arrived is seen.
      Await.until(() -> counts(acme).get("unseen").asLong() == 0, StakServer.SOON);

      button(page, "Mark as read").click();
      assertThat(bell(page)).hasAccessibleName("Notifications");
      assertThat(counts(acme).get("total").asLong()).isZero();
      page.close();
    } finally {
      shop.destroyForcibly().waitFor();
    }
  }

  private static JsonNode counts(TestTenant tenant) {
    return SERVER.user(tenant, "ann", "GET", "/messages/unread", "").body();
  }

  private static Process shop(TestTenant tenant) throws IOException {
    var builder =
        new ProcessBuilder("node", "server.mjs")
            .directory(sample.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder
        .environment()
        .putAll(
            Map.of(
                "STAK", address(SERVER),
                "TENANT", tenant.tenant(),
                "ADMIN_KEY", tenant.adminKey(),
                "PORT", "0"));
    return builder.start();
  }

  private static Locator bell(Page page) {
    return page.getByRole(
        AriaRole.BUTTON, new GetByRoleOptions().setName(Pattern.compile("^Notifications")));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name));
  }
}
