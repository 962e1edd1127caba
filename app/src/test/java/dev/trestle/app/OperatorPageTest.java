package dev.trestle.app;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.Visitor;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the operator of a server that others can reach sees of the console's door. */
@BrowserTest
class OperatorPageTest {
  @TempDir Path folder;

  private RunningServer server;
  private URI console;

  @BeforeEach
  void start() {
    server = RunningServer.start(OperatorDoorTest.configuration(folder), false);
    int port = URI.create(server.address()).getPort();
    console = URI.create("http://127.0.0.1:" + port + "/console/");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_wrong_password_is_told_and_the_right_one_lasts(Visitor operator) throws IOException {
    operator.expect("401");
    var page = operator.open(console);
    enter(page, "guess");
    assertThat(page.getByText("That is not the password.")).isVisible();

    enter(page, Files.readString(folder.resolve("data/secrets/operator-password")).strip());
    assertThat(overview(page)).isVisible();
    page.reload();
    assertThat(overview(page)).isVisible();
  }

  @Test
  void the_login_can_be_read_in_every_look(Visitor operator) {
    operator.look("login", console, page -> assertThat(page.getByLabel("Password")).isFocused());
  }

  private static void enter(Page page, String password) {
    page.getByLabel("Password").fill(password);
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Log in")).click();
  }

  private static Locator overview(Page page) {
    return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Overview"));
  }
}
