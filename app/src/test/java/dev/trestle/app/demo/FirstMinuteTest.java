package dev.trestle.app.demo;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.server.RunningServer;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.awt.Color;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;
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
  void a_visitor_takes_all_steps_of_the_first_minute(BrowserUser visitor) throws IOException {
    var page = visitor.open(URI.create(server.address()), Appearance.PHONE);
    assertThat(page.getByText("Continue as Robin, whom nobody simulates.")).isVisible();
    page.navigate(server.address() + "messenger/");
    var robin = button(page, "Continue as Robin");
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

    var second = secondWindow(visitor, page);
    goesToAnybody(second);
    choosesPicture(visitor, page);
    invites(visitor, page);
  }

  /** Reacts to Alma's answer in a second window, which shows what was written in the first. */
  private static Page secondWindow(BrowserUser visitor, Page first) {
    var second = visitor.open(URI.create(server.address() + "messenger/"), Appearance.LIGHT);
    button(second, "Continue as Robin").click();
    assertThat(second.locator("a.chat")).hasCount(VISITOR_CHATS);
    second.evaluate("chat => location.hash = chat", URI.create(first.url()).getFragment());
    assertThat(second.locator(".msg.mine")).containsText("Hello Alma!");
    assertThat(second.locator(".thread-note")).hasText("Online");
    var answer = second.locator(".msg.theirs").last();
    answer.hover();
    answer.getByLabel("React").click();
    second.getByRole(AriaRole.MENUITEMRADIO, new Page.GetByRoleOptions().setName("Heart")).click();
    assertThat(first.getByLabel("Heart by You")).isVisible();
    return second;
  }

  /** Forwards a message to a group, writes to one of its members, and finds a chat by name. */
  private static void goesToAnybody(Page page) {
    var mine = page.locator(".msg.mine");
    mine.hover();
    mine.getByLabel("More").click();
    menuItem(page, "Forward").click();
    page.locator("t-dialog[open]")
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Thursday choir"))
        .click();
    assertThat(page.locator(".thread-name")).containsText("Thursday choir");
    assertThat(mine.last()).containsText("Hello Alma!");
    page.locator(".thread-name").click();
    button(page, "Options for Clara").click();
    menuItem(page, "Message").click();
    assertThat(page.locator(".thread-name")).containsText("Clara");
    page.keyboard().press("Control+k");
    var name = page.getByLabel("Find a chat or person");
    name.fill("stairs");
    name.press("Enter");
    assertThat(page.locator(".thread-name")).containsText("Stairs 4B");
  }

  private static void choosesPicture(BrowserUser visitor, Page page) throws IOException {
    page.evaluate("location.hash = '#/settings'");
    page.locator(".picture-row input")
        .setInputFiles(new FilePayload("robin.png", "image/png", face()));
    assertThat(page.locator(".profile img.avatar")).isVisible();
    dismissToasts(page);
    visitor.screenshot("4-picture", page, Appearance.PHONE);
  }

  private static void invites(BrowserUser visitor, Page page) {
    page.evaluate("location.hash = '#/'");
    button(page, "New chat").first().click();
    menuItem(page, "New group").click();
    var dialog = page.locator("t-dialog[open]");
    dialog.getByLabel("Group name").fill("Sunday walks");
    button(page, "Create group").click();
    assertThat(page.locator(".thread-name")).containsText("Sunday walks");
    page.locator(".thread-head t-menu > button").click();
    menuItem(page, "Group and members").click();
    button(page, "Create invite link").click();
    dialog
        .getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Create").setExact(true))
        .click();
    assertThat(page.getByLabel("Invite link", new Page.GetByLabelOptions().setExact(true)))
        .isVisible();
    visitor.screenshot("5-invite-link", page, Appearance.PHONE);
  }

  /** Toasts would cover what the picture is to show. */
  private static void dismissToasts(Page page) {
    page.evaluate("(document.querySelector('t-toasts') ?? {}).shown = []");
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator menuItem(Page page, String name) {
    return page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName(name));
  }

  /** A robin, as far as three ovals are one. */
  private static byte[] face() throws IOException {
    var image = new BufferedImage(400, 400, BufferedImage.TYPE_INT_RGB);
    var pen = image.createGraphics();
    pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    pen.setColor(new Color(0xcfe3ee));
    pen.fillRect(0, 0, 400, 400);
    pen.setColor(new Color(0x7a6a58));
    pen.fillOval(90, 70, 230, 300);
    pen.setColor(new Color(0xd9642c));
    pen.fillOval(130, 110, 150, 200);
    pen.setColor(Color.BLACK);
    pen.fillOval(235, 120, 24, 24);
    pen.dispose();
    var bytes = new ByteArrayOutputStream();
    ImageIO.write(image, "png", bytes);
    return bytes.toByteArray();
  }
}
