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

/**
 * A visitor's first minute with Stak. The pictures of docs/stak/first-minute.md are copies of those
 * that this test leaves below {@code target/screenshots}.
 */
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
      visitor.screenshot("stak-1-sign-in", page, Appearance.LIGHT);
      button(page, "Continue as robin of acme").click();
      assertThat(heading(page, "Latest messages")).isVisible();

      page.evaluate("location.hash = '#/compose'");
      field(page, "Users").fill("customer-01");
      field(page, "Category").fill("orders");
      field(page, "Title").fill("Your jacket is ready");
      field(page, "Body").fill("Pick it up until Saturday.");
      visitor.screenshot("stak-2-compose", page, Appearance.LIGHT);
      button(page, "Send").click();
      assertThat(heading(page, "Your jacket is ready")).isVisible();
      assertThat(page.locator("main .badge.good")).hasText("Delivered");
      dismissToasts(page);
      visitor.screenshot("stak-3-message", page, Appearance.LIGHT);

      page.evaluate("location.hash = '#/users'");
      field(page, "Search").fill("customer-01");
      button(page, "customer-01").click();
      assertThat(page.getByText("Muted categories")).isVisible();

      page.evaluate("location.hash = '#/embed'");
      field(page, "User").fill("customer-01");
      button(page, "Show inbox").click();
      page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Notifications, ")).click();
      var inbox = page.getByRole(AriaRole.DIALOG, new GetByRoleOptions().setName("Notifications"));
      assertThat(inbox).containsText("Your jacket is ready");
      visitor.screenshot("stak-4-inbox", page, Appearance.LIGHT);
      button(page, "Settings").click();
      assertThat(inbox.getByLabel("orders", new Locator.GetByLabelOptions().setExact(true)))
          .isChecked();

      page.evaluate("location.hash = '#/trends'");
      assertThat(heading(page, "Recipients")).isVisible();
      assertThat(page.getByRole(AriaRole.ROW, new GetByRoleOptions().setName("orders")))
          .isVisible();
      visitor.screenshot("stak-5-trends", page, Appearance.LIGHT);
      // Before the server goes away.
      page.close();
    }
  }

  /** Toasts would cover what the picture is to show. */
  private static void dismissToasts(Page page) {
    page.evaluate("(document.querySelector('t-toasts') ?? {}).shown = []");
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
