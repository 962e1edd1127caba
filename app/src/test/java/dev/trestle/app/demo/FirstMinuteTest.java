package dev.trestle.app.demo;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A new user's first minute in Messenger. The pictures of docs/messenger/FIRST-MINUTE.md are copies
 * of those that this test leaves below {@code target/screenshots}.
 */
@BrowserTest
class FirstMinuteTest {
  private static final int VISITOR_CHATS = 5;

  private static RunningServer server;

  @BeforeAll
  static void start(@TempDir Path folder) {
    var environment =
        Map.of(
            "TRESTLE_PORT", "0",
            "TRESTLE_DB_PORT", "0",
            "TRESTLE_ONLY", "messenger",
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
  void a_visitor_continues_as_robin_writes_and_is_answered(BrowserUser visitor) {
    var page = visitor.open(URI.create(server.address()), Appearance.PHONE);
    assertThat(page.getByText("Continue as Robin, whom nobody simulates.")).isVisible();
    page.navigate(server.address() + "messenger/");
    var robin =
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Continue as Robin"));
    assertThat(robin).isVisible();
    visitor.checkAppearance("1-sign-in", page, Appearance.PHONE);
    robin.click();
    assertThat(page.locator("a.chat")).hasCount(VISITOR_CHATS);
    visitor.screenshot("2-chats", page, Appearance.PHONE);
    page.locator("a.chat", new Page.LocatorOptions().setHasText("welcome to the house")).click();
    assertThat(page.locator(".msg.theirs")).hasCount(1);
    page.getByLabel("Message", new Page.GetByLabelOptions().setExact(true)).fill("Hello Alma!");
    page.getByLabel("Send").click();
    assertThat(page.locator(".msg.mine .mark.read")).isVisible();
    assertThat(page.locator(".msg.theirs")).hasCount(2);
    visitor.screenshot("3-answer", page, Appearance.PHONE);
  }
}
