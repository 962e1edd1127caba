package dev.trestle.app.demo;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.server.RunningServer;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A visitor's first minute with Stak, as docs/stak/first-minute.md describes it. */
@BrowserTest
final class StakDemoTest {
  @TempDir Path folder;

  @Test
  void a_visitor_signs_in_writes_to_a_customer_and_finds_them(BrowserUser visitor) {
    PlaywrightAssertions.setDefaultAssertionTimeout(60_000);
    var environment = Map.of("TRESTLE_PORT", "0", "TRESTLE_DB_PORT", "0", "TRESTLE_ONLY", "stak");
    var configuration = Configuration.read(Map.of(), environment, folder);
    try (var server = RunningServer.start(configuration, ServerMode.DEMO)) {
      var page = visitor.open(URI.create(server.address()).resolve("/stak/"));
      assertThat(page.getByText("Its users are customer-01 to customer-40.")).isVisible();
      visitor.screenshot("stak-sign-in", page, Appearance.LIGHT);
      button(page, "Continue as robin of acme").click();
      assertThat(heading(page, "Latest messages")).isVisible();

      page.evaluate("location.hash = '#/compose'");
      field(page, "Users").fill("customer-01");
      field(page, "Category").fill("orders");
      field(page, "Title").fill("Your jacket is ready");
      field(page, "Body").fill("Pick it up until Saturday.");
      visitor.screenshot("stak-compose", page, Appearance.LIGHT);
      button(page, "Send").click();
      assertThat(heading(page, "Your jacket is ready")).isVisible();
      assertThat(page.locator("main .badge.good")).hasText("Delivered");
      visitor.screenshot("stak-sent", page, Appearance.LIGHT);

      page.evaluate("location.hash = '#/users'");
      field(page, "Search").fill("customer-01");
      button(page, "customer-01").click();
      assertThat(page.getByText("Muted categories")).isVisible();
      // Before the server goes away.
      page.close();
    }
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator heading(Page page, String name) {
    return page.getByRole(AriaRole.HEADING, new GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator field(Page page, String name) {
    return page.getByLabel(name, new GetByLabelOptions().setExact(true));
  }
}
