package dev.trestle.app.demo;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
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
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HomeOps' assistant in a group of Messenger, as a visitor of the demo meets it. */
@BrowserTest
class AssistantDemoTest {
  private static final double PATIENCE_MILLIS = 120_000;

  /** Midnight may have passed since. */
  private static final Pattern JUST_NOW = Pattern.compile("dishes: Maja, (today|yesterday)");

  private static RunningServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "messenger,homeops",
            "TRESTLE_DEMO_RATE", "1");
    server =
        RunningServer.start(Configuration.read(Map.of(), environment, folder), ServerMode.DEMO);
  }

  /** After the visitor has left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void the_visitor_writes_in_a_group_with_the_assistant_and_finds_its_household(BrowserUser robin) {
    var page = robin.open(URI.create(server.address() + "messenger/"), Appearance.PHONE);
    continueAsRobin(page);
    chat(page).click();

    // What the family did is ticked off, what they ask each other is not.
    assertThat(marks(page, "took out the rubbish")).hasCount(1);
    assertThat(marks(page, "did the dishes")).hasCount(1);
    assertThat(marks(page, "can somebody bring milk on Friday?")).hasCount(0);

    // So is what Robin did, and a question gets a reply in the family's language.
    write(page, "watered the plants");
    assertThat(marks(page, "watered the plants")).hasCount(1);
    write(page, "who did the dishes last?");
    assertThat(page.locator(".msg.theirs").filter(with(JUST_NOW))).hasCount(1);
    robin.screenshot("assistant", page, Appearance.PHONE);

    // The cottage is a household of Robin's on HomeOps' page.
    page.navigate(server.address() + "homeops/");
    page.getByRole(AriaRole.BUTTON, named("Robin")).click();
    page.getByRole(AriaRole.MENUITEMRADIO, named("The cottage")).click();
    assertThat(page.getByText("This chat is in Messenger.")).isVisible();
    assertThat(page.locator(".button.mark")).hasCount(3);
    robin.screenshot("household", page, Appearance.PHONE);
  }

  private static void continueAsRobin(Page page) {
    page.getByRole(AriaRole.BUTTON, named("Continue as Robin")).click();
  }

  private static Page.GetByRoleOptions named(String name) {
    return new Page.GetByRoleOptions().setName(name).setExact(true);
  }

  private static Locator chat(Page page) {
    return page.locator("a.chat", new Page.LocatorOptions().setHasText("The cottage"));
  }

  private static Locator marks(Page page, String text) {
    return page.locator(".msg").filter(with(text)).locator(".reaction[aria-label*='HomeOps']");
  }

  private static Locator.FilterOptions with(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  private static Locator.FilterOptions with(Pattern text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  private static void write(Page page, String text) {
    page.getByLabel("Message", new Page.GetByLabelOptions().setExact(true)).fill(text);
    page.getByLabel("Send").click();
  }
}
