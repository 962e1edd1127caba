package dev.trestle.app.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever has signed in on one page is signed in on the pages of all systems. */
@BrowserTest
class OneSignInTest {
  @TempDir Path folder;

  @Test
  void a_user_signs_in_once_for_all_pages(BrowserUser user) {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "messenger,ecobid,homeops",
            "TRESTLE_DURABILITY", "fast",
            "TRESTLE_DATA", folder.resolve("data").toString());
    var configuration = Configuration.read(Map.of(), environment, folder);
    try (var server = RunningServer.start(configuration, ServerMode.DEV)) {
      var page = user.open(URI.create(server.address()).resolve("/homeops/"));
      page.getByLabel("Phone number").fill("+46701740612");
      button(page, "Get a code").click();
      button(page, "Fill in").click();
      button(page, "Sign in").click();
      page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("Anna");
      button(page, "Continue").click();
      assertThat(page.getByText("Welcome home")).isVisible();

      page.navigate(server.address() + "messenger/");
      assertThat(button(page, "New chat").first()).isVisible();
      page.navigate(server.address() + "ecobid/#/mine");
      assertThat(page.getByLabel("Anna").first()).isVisible();
      page.close();
    }
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }
}
