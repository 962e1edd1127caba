package dev.trestle.app.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.app.config.ServerMode;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console's sign-in on a server that is reachable from other machines. */
@BrowserTest
class OperatorPageTest {
  @TempDir Path folder;

  private RunningServer server;
  private URI console;

  @BeforeEach
  void start() {
    server = RunningServer.start(OperatorAccessTest.configuration(folder), ServerMode.STANDARD);
    int port = URI.create(server.address()).getPort();
    console = URI.create("http://127.0.0.1:" + port + "/console/");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_wrong_password_is_told_and_the_right_one_lasts(BrowserUser operator) throws IOException {
    operator.expectError("401");
    var page = operator.open(console);
    enter(page, "guess");
    assertThat(page.getByText("Wrong password.")).isVisible();

    enter(page, Files.readString(folder.resolve("data/secrets/operator-password")).strip());
    assertThat(overview(page)).isVisible();
    page.reload();
    assertThat(overview(page)).isVisible();
  }

  @Test
  void the_sign_in_form_looks_right(BrowserUser operator) {
    operator.checkAppearances(
        "sign-in", console, page -> assertThat(page.getByLabel("Password")).isFocused());
  }

  private static void enter(Page page, String password) {
    page.getByLabel("Password").fill(password);
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Sign in")).click();
  }

  private static Locator overview(Page page) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Overview"));
  }
}
