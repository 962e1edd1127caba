package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.FilePayload;
import dev.trestle.testing.CameraFile;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Logging in and out, devices, one's own data. */
@BrowserTest
final class AccountPageTest {
  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  private static void opensSettings(PageUser person) {
    person.page.locator(".side-head t-menu > button").last().click();
    person.item("Profile and devices").click();
    var badge = person.page.getByText("this device", new Page.GetByTextOptions().setExact(true));
    assertThat(badge).isVisible();
  }

  @Test
  void a_wrong_code_is_refused_where_it_was_typed(BrowserUser visitor) {
    visitor.expectError("401");
    visitor.expectError("400");
    var exactly = new Page.GetByTextOptions().setExact(true);
    var page = visitor.open(server.page());
    page.getByLabel("Phone number").fill("123");
    page.getByText("Get a code", exactly).click();
    assertThat(page.locator("input[name=phone_number]")).hasAttribute("aria-invalid", "true");
    page.getByLabel("Phone number").fill(PageServer.number());
    page.getByText("Get a code", exactly).click();
    page.getByText("Sign in", exactly).click();
    assertThat(page.getByText("The code has six digits.")).isVisible();
    page.getByLabel("Code").fill("000000");
    page.getByText("Sign in", exactly).click();
    assertThat(page.locator("input[name=otp]")).hasAttribute("aria-invalid", "true");
    assertThat(page.locator("input[name=otp]")).isFocused();
  }

  @Test
  void a_revoked_device_is_out_at_once(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var second = PageUser.signsIn(other, server, "Ann Lee", ann.number, Appearance.LIGHT);
    second.isIn();
    opensSettings(ann);
    assertThat(ann.page.locator(".device")).hasCount(2);
    ann.inspects("devices");
    ann.button("Sign out Chrome on Linux").click();
    ann.agrees("Sign out");
    assertThat(ann.page.locator(".device")).hasCount(1);
    assertThat(second.page.getByText("You were signed out on this device.")).isVisible();
    // A reload does not bring it back either.
    second.page.reload();
    assertThat(second.field("Phone number")).isVisible();
    assertThat(String.valueOf(second.page.evaluate("JSON.stringify(localStorage)")))
        .doesNotContain("messenger.refresh");
    ann.page.reload();
    assertThat(ann.page.locator(".device")).hasCount(1);
  }

  @Test
  void a_reload_and_another_tab_stay_logged_in_until_one_logs_out(BrowserUser one) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    ann.page.reload();
    ann.isIn();
    var tab = one.open(server.page());
    assertThat(tab.getByText("No chats yet")).isVisible();
    // Both refresh their token, one after the other: using a token twice would end the session.
    tab.reload();
    ann.page.reload();
    ann.isIn();
    assertThat(tab.getByText("No chats yet")).isVisible();
    ann.page.locator(".side-head t-menu > button").last().click();
    ann.item("Sign out").click();
    ann.agrees("Sign out");
    assertThat(ann.field("Phone number")).isVisible();
    assertThat(tab.getByLabel("Phone number")).isVisible();
  }

  @Test
  void ones_data_is_exported_and_the_account_deleted(BrowserUser one, BrowserUser other)
      throws IOException {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("Remember me");
    opensSettings(ann);
    ann.field("Name").fill("Ann Lindqvist");
    ann.button("Save").click();
    assertThat(ann.page.getByText("Saved")).isVisible();
    var download = ann.page.waitForDownload(() -> ann.button("Export").click());
    assertThat(download.suggestedFilename()).isEqualTo("account.ndjson");
    assertThat(Files.readString(download.path())).contains("Remember me").contains("Ann Lindqvist");

    ann.button("Delete account").click();
    ann.agrees("Delete account");
    assertThat(ann.page.getByText("Your account has been deleted.")).isVisible();
    bob.page.reload();
    bob.opens("deleted user");
    bob.hears("Remember me");
  }

  @Test
  void a_picture_is_seen_by_those_who_share_a_chat(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    opensSettings(ann);
    ann.page
        .locator(".picture-row input")
        .setInputFiles(new FilePayload("me.jpg", "image/jpeg", CameraFile.jpeg(800, 500, 1)));
    assertThat(ann.page.locator(".profile img.avatar")).isVisible();
    ann.inspects("messenger-picture-settings");

    bob.meets(ann);
    assertThat(bob.chat("Ann Lee").locator("img.avatar")).isVisible();
    assertThat(bob.page.locator(".thread-title img.avatar")).isVisible();
    var group = bob.creates("Rowing club", ann.userId());
    bob.opens("Rowing club");
    server.send(group, ann.userId(), "Who comes?");
    assertThat(bob.message("Who comes?").locator("img.avatar")).isVisible();
    bob.inspects("messenger-pictures");

    ann.button("Remove picture").click();
    assertThat(ann.page.locator(".profile img.avatar")).hasCount(0);
    bob.page.reload();
    assertThat(bob.message("Who comes?").locator("span.avatar")).isVisible();
    assertThat(bob.chat("Ann Lee").locator("img.avatar")).hasCount(0);
  }
}
